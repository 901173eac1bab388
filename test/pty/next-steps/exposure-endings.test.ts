import { exposureEndings } from "./exposure-endings.ts";
import { proveSteps } from "./prove-steps.ts";

proveSteps("commands after exposures", exposureEndings);
