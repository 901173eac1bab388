import { planeEndings } from "./plane-endings.ts";
import { proveSteps } from "./prove-steps.ts";

proveSteps("commands about a control plane", planeEndings);
