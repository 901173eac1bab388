import { proveExamples } from "./prove-examples.ts";
import { reviewExamples } from "./review-examples.ts";

proveExamples("review examples", reviewExamples);
