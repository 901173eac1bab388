import { machineSteps } from "./machine-steps.ts";
import { proveLines } from "./prove-lines.ts";

proveLines("commands without a control plane", machineSteps);
