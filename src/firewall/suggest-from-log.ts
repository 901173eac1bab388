import { readDeniedRequest } from "./log/denied-request.ts";
import { readLog } from "./log/read-log.ts";
import { suggestRules, type DeniedRequest, type RuleProposal } from "./rules/suggest-rule.ts";

/** Rules that would have allowed a run's denied requests. */
export interface Suggestions {
  readonly folder: string;
  readonly rules: readonly RuleProposal[];
  /** Number of addresses that were denied because no rule allowed them. */
  readonly addresses: number;
  /**
   * Number of denials that a new rule would not have changed, for example because of a block list
   * or because the address belongs to this machine.
   */
  readonly beyondRules: number;
}

/** Maximum number of different addresses. More addresses would not result in useful rules. */
const mostAddresses = 2000;

/** @throws the file system's error if the log is not found */
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
