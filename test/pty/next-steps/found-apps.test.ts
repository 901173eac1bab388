import { foundApps } from "./found-apps.ts";
import { proveSteps } from "./prove-steps.ts";

proveSteps("commands after Apps", foundApps);
