import { setupEndings } from "./setup-endings.ts";
import { proveSteps } from "./prove-steps.ts";

proveSteps(setupEndings);
