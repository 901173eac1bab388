import { firstExamples } from "./first-examples.ts";
import { proveExamples } from "./prove-examples.ts";

proveExamples("first examples", firstExamples);
