import { proveExamples } from "./prove-examples.ts";
import { setupExamples } from "./setup-examples.ts";

proveExamples("setup examples", setupExamples);
