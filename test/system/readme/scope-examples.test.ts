import { proveExamples } from "./prove-examples.ts";
import { scopeExamples } from "./scope-examples.ts";

proveExamples("scope examples", scopeExamples);
