import { proveExamples } from "./prove-examples.ts";
import { fleetExamples } from "./fleet-examples.ts";

proveExamples("fleet examples", fleetExamples);
