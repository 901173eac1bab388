import { proveExamples } from "./prove-examples.ts";
import { firewallExamples } from "./firewall-examples.ts";

proveExamples("firewall examples", firewallExamples);
