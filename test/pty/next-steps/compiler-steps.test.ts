import { compilerSteps } from "./compiler-steps.ts";
import { proveLines } from "./prove-lines.ts";

proveLines("commands after those about definitions", compilerSteps);
