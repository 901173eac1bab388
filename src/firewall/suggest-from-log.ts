import { readDeniedRequest } from "./log/denied-request.ts";
import { readLog } from "./log/read-log.ts";
import { suggestRules, type DeniedRequest, type RuleProposal } from "./rules/suggest-rule.ts";

/** Rules that would have allowed what a run was denied. */
export interface Suggestions {
  readonly folder: string;
  readonly rules: readonly RuleProposal[];
  /** Addresses that were denied for want of a rule. */
  readonly addresses: number;
  /** Denials that no rule to add would have changed: a block list, an address that is this machine's, … */
  readonly beyondRules: number;
}

/** More different ones than these nobody wants as rules. */
const mostAddresses = 2000;

/** @throws the file system's error where there is no log */
export async function suggestFromLog(folder: string): Promise<Suggestions> {
  const denied = new Map<string, DeniedRequest>();
  let beyondRules = 0;
  for await (const decision of readLog(folder)) {
    if (!decision || decision.allowed) continue;
    const asked = readDeniedRequest(decision);
    if (!asked) beyondRules += 1;
    else if (denied.size < mostAddresses) denied.set(JSON.stringify(asked), asked);
  }
  const rules = await suggestRules([...denied.values()]);
  return { folder, rules, addresses: denied.size, beyondRules };
}
