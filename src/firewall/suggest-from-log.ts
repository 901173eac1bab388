import { isFault } from "./rules/fault.ts";
import { parseResolve } from "./config/parse-resolve.ts";
import type { AddedRule } from "./config/rule-lines.ts";
import { readDeniedRequest } from "./log/denied-request.ts";
import type { LoggedDecision } from "./log/logged-decision.ts";
import { readLog } from "./log/read-log.ts";
import type { DenialReason } from "./rules/policy.ts";
import { suggestRules, type DeniedRequest, type RuleProposal } from "./rules/suggest-rule.ts";

/** A rule, or an address for `--resolve`. */
type SuggestedRule = AddedRule & Pick<RuleProposal, "reach">;

/** Denials with the same address and reason, which a new rule would not have changed. */
export interface OtherDenial {
  /** `https://host/path` or `host:port`. */
  readonly where: string;
  readonly reason?: DenialReason;
  readonly explanation: string;
  readonly count: number;
}

/** Rules that would have allowed a run's denied requests. */
export interface Suggestions {
  readonly folder: string;
  readonly rules: readonly SuggestedRule[];
  /** Number of addresses that were denied because no rule allowed them. */
  readonly addresses: number;
  /**
   * Number of denials that a new rule would not have changed, for example because of a block list
   * or because the proxy cannot inspect the protocol.
   */
  readonly beyondRules: number;
  /** These denials with their reasons, most frequent first; undefined if there are none. */
  readonly others?: readonly OtherDenial[];
}

/** Maximum number of different addresses. More addresses would not result in useful rules. */
const mostAddresses = 2000;

/** Maximum number of different denials that a rule would not change. */
const mostOthers = 200;

/** @throws the file system's error if the log is not found */
export async function suggestFromLog(folder: string): Promise<Suggestions> {
  const denied = new Map<string, DeniedRequest>();
  const resolves = new Map<string, SuggestedRule>();
  const others = new Map<string, OtherDenial>();
  let beyondRules = 0;
  for await (const decision of readLog(folder)) {
    if (!decision || decision.allowed) continue;
    const asked = readDeniedRequest(decision);
    const resolve = asked ? undefined : readResolve(decision);
    if (asked) {
      if (denied.size < mostAddresses) denied.set(JSON.stringify(asked), asked);
    } else if (resolve) {
      if (resolves.size < mostAddresses) resolves.set(resolve.text, resolve);
    } else {
      beyondRules += 1;
      addOther(others, decision);
    }
  }
  const rules = [...(await suggestRules([...denied.values()])), ...resolves.values()];
  const sorted = [...others.values()].toSorted((a, b) => b.count - a.count);
  return {
    folder,
    rules,
    addresses: denied.size + resolves.size,
    beyondRules,
    ...(sorted.length > 0 && { others: sorted }),
  };
}

/** Returns the `--resolve` that the proxy suggested for a name with a private address. */
function readResolve({ reason, suggestion }: LoggedDecision): SuggestedRule | undefined {
  const [, text] = /^--resolve (\S+)$/.exec(suggestion ?? "") ?? [];
  if (reason !== "forbidden-address" || text === undefined) return undefined;
  return isFault(parseResolve(text)) ? undefined : { option: "resolve", text, reach: "address" };
}

function addOther(
  others: Map<string, OtherDenial>,
  { url, domain, reason, explanation }: LoggedDecision,
): void {
  const where = url?.split("?", 1)[0] ?? domain ?? "";
  const key = `${where} ${explanation}`;
  const known = others.get(key);
  if (!known && others.size >= mostOthers) return;
  const count = (known?.count ?? 0) + 1;
  others.set(key, { where, ...(reason !== undefined && { reason }), explanation, count });
}
