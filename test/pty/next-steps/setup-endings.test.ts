import { setupEndings } from "./setup-endings.ts";
import { proveSteps } from "./prove-steps.ts";

proveSteps("commands after setups", setupEndings);
