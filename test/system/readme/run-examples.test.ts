import { proveExamples } from "./prove-examples.ts";
import { runExamples } from "./run-examples.ts";

proveExamples("run examples", runExamples);
