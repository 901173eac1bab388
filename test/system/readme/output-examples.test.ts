import { proveExamples } from "./prove-examples.ts";
import { outputExamples } from "./output-examples.ts";

proveExamples("output examples", outputExamples);
