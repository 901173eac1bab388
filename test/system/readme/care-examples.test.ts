import { proveExamples } from "./prove-examples.ts";
import { careExamples } from "./care-examples.ts";

proveExamples("care examples", careExamples);
