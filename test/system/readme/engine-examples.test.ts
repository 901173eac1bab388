import { proveExamples } from "./prove-examples.ts";
import { engineExamples } from "./engine-examples.ts";

proveExamples("engine examples", engineExamples);
