import { proveExamples } from "./prove-examples.ts";
import { jobExamples } from "./job-examples.ts";

proveExamples("job examples", jobExamples);
