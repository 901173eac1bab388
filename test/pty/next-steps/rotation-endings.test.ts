import { rotationEndings } from "./rotation-endings.ts";
import { proveSteps } from "./prove-steps.ts";

proveSteps("commands after rotations", rotationEndings);
