import { proveExamples } from "./prove-examples.ts";
import { admitExamples } from "./admit-examples.ts";

proveExamples("admit examples", admitExamples);
