import { proveExamples } from "./prove-examples.ts";
import { stepExamples } from "./step-examples.ts";

proveExamples("step examples", stepExamples);
