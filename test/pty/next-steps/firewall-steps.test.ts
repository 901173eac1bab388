import { firewallSteps } from "./firewall-steps.ts";
import { proveLines } from "./prove-lines.ts";

proveLines("commands after the firewall", firewallSteps, 3);
