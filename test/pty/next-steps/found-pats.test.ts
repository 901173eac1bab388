import { foundPats } from "./found-pats.ts";
import { proveSteps } from "./prove-steps.ts";

proveSteps("commands after PATs", foundPats);
