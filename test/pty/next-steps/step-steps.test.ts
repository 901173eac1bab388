import { proveLines } from "./prove-lines.ts";
import { stepSteps } from "./step-steps.ts";

proveLines("commands after those of a workflow step", stepSteps);
