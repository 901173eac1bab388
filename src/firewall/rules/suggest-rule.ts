import { compilePolicy } from "./compile-policy.ts";
import { isFault } from "./fault.ts";
import { readHostName } from "./host-name.ts";
import type { Connection, Request } from "./policy.ts";
import { readTarget, type Target } from "./target.ts";
import { addressOf, exactPattern } from "./url-text.ts";

/** What was denied: a request, or a connection of which nothing more was seen. */
export type DeniedRequest = Connection & Partial<Pick<Request, "method" | "target">>;

/** A rule that would have allowed something. */
export interface RuleProposal {
  readonly option: "allow-domains" | "allow-urls";
  readonly text: string;
  /** The address alone with any query, what is in the same folder, or the whole host. */
  readonly reach: "address" | "neighbours" | "host";
}

/** The rules that would each have allowed it, the narrowest first; none for what no rule can allow. */
export async function suggestRule(denied: DeniedRequest): Promise<RuleProposal[]> {
  const proposals = draftRules(denied);
  const fits = await Promise.all(proposals.map((proposal) => allows(proposal, denied)));
  return proposals.filter((_, index) => fits[index]);
}

/** More rules than these for one host are harder to read than the whole host. */
const mostForHost = 5;

/**
 * A short list of rules that would have allowed all that any rule can allow: addresses where they stand alone, folders
 * where several were asked for, and a host whole where there would be too many.
 */
export async function suggestRules(denied: readonly DeniedRequest[]): Promise<RuleProposal[]> {
  const each = await Promise.all(denied.map(suggestRule));
  return groupBy(each, (proposals) => proposals.at(-1)?.text).flatMap(coverHost);
}

/** @param asked the proposals for each request to one host */
function coverHost(asked: readonly RuleProposal[][]): RuleProposal[] {
  const folders = groupBy(asked, (proposals) => textOf(proposals, "neighbours"));
  const chosen = folders.flatMap((inFolder) => {
    const addresses = new Set(inFolder.map(([address]) => address?.text));
    const reach = addresses.size > 1 ? "neighbours" : "address";
    const [first = []] = inFolder;
    return first.find((proposal) => proposal.reach === reach) ?? first.slice(0, 1);
  });
  const host = asked[0]?.at(-1);
  return chosen.length > mostForHost && host ? [host] : chosen;
}

/** Without a folder that covers it, a request stands alone. */
function textOf(proposals: readonly RuleProposal[], reach: RuleProposal["reach"]) {
  return (proposals.find((proposal) => proposal.reach === reach) ?? proposals[0])?.text;
}

/** Groups in the order of their first items; what has no key is in none. */
function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | undefined): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

function draftRules(denied: DeniedRequest): RuleProposal[] {
  const name = readHostName(denied.host);
  if (isFault(name)) return [];
  const asked = { ...denied, host: name.host };
  if (denied.scheme === "http" || denied.target === undefined)
    return [{ option: "allow-domains", text: domainOf(asked), reach: "host" }];
  const target = readTarget(denied.target);
  // No pattern covers what can be read in two ways, and a domain does not help where a pattern names it.
  return isFault(target) || target.doubt !== undefined ? [] : patternsOf(asked, target);
}

function patternsOf(asked: Connection, target: Target): RuleProposal[] {
  const folder = target.bare.slice(0, target.bare.lastIndexOf("/") + 1);
  return [
    { option: "allow-urls", text: exactPattern(asked, target), reach: "address" },
    { option: "allow-urls", text: `${addressOf(asked)}${folder}*`, reach: "neighbours" },
    { option: "allow-urls", text: `${addressOf(asked)}/**`, reach: "host" },
  ];
}

function domainOf({ scheme, host, port }: Connection): string {
  if (scheme === "http") return addressOf({ scheme, host, port });
  return port === 443 ? host : `${host}:${port}`;
}

async function allows({ option, text }: RuleProposal, denied: DeniedRequest): Promise<boolean> {
  const rules = [{ id: "", text }];
  const { policy } = await compilePolicy(
    option === "allow-urls" ? { allowUrls: rules, sslBump: true } : { allowDomains: rules },
  );
  if (!policy) return false;
  const { method = "GET", target } = denied;
  const decision =
    target === undefined
      ? policy.decideConnection(denied)
      : policy.decideRequest({ ...denied, method, target });
  return decision.allowed;
}
