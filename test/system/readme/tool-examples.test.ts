import { proveExamples } from "./prove-examples.ts";
import { toolExamples } from "./tool-examples.ts";

proveExamples("tool examples", toolExamples);
