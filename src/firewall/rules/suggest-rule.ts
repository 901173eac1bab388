import { compilePolicy } from "./compile-policy.ts";
import { isFault } from "./fault.ts";
import { readHostName } from "./host-name.ts";
import type { Connection, Request } from "./policy.ts";
import { readTarget, type Target } from "./target.ts";
import { addressOf, exactPattern } from "./url-text.ts";

/** A denied request, or a connection whose content was not inspected. */
export type DeniedRequest = Connection &
  Partial<Pick<Request, "method" | "target">> & {
    /** For a connection to a host that needs patterns: the pattern that would have allowed it. */
    readonly pattern?: string;
  };

/** A rule that would have allowed a denied request. */
export interface RuleProposal {
  readonly option: "allow-domains" | "allow-urls";
  readonly text: string;
  /**
   * `address`: this address with any query. `neighbours`: all addresses in the same directory.
   * `host`: the complete host.
   */
  readonly reach: "address" | "neighbours" | "host";
}

/**
 * Returns rules that would each have allowed the request, narrowest first. Returns an empty list if
 * no rule can allow the request.
 */
export async function suggestRule(denied: DeniedRequest): Promise<RuleProposal[]> {
  const proposals = draftRules(denied);
  const fits = await Promise.all(proposals.map((proposal) => allows(proposal, denied)));
  return proposals.filter((_, index) => fits[index]);
}

/**
 * Maximum number of rules for one host. If more rules are needed, one rule for the complete host is
 * easier to read.
 */
const mostForHost = 5;

/**
 * Returns a short list of rules that together would have allowed all requests that rules can allow.
 * The rules cover single addresses, directories with several requested addresses, and hosts that
 * would need too many rules.
 */
export async function suggestRules(denied: readonly DeniedRequest[]): Promise<RuleProposal[]> {
  const each = await Promise.all(denied.map(suggestRule));
  return groupBy(each, (proposals) => proposals.at(-1)?.text).flatMap(coverHost);
}

/** @param asked one list of proposed rules for each request to the same host */
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

/**
 * Returns the text of the proposal with this reach; if there is none, the text of the first
 * proposal.
 */
function textOf(proposals: readonly RuleProposal[], reach: RuleProposal["reach"]) {
  return (proposals.find((proposal) => proposal.reach === reach) ?? proposals[0])?.text;
}

/** Groups items in the order of their first occurrence; omits items without a key. */
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
  const { pattern } = denied;
  if (pattern !== undefined) return [{ option: "allow-urls", text: pattern, reach: "host" }];
  const asked = { ...denied, host: name.host };
  if (denied.scheme === "http" || denied.target === undefined)
    return [{ option: "allow-domains", text: domainOf(asked), reach: "host" }];
  const target = readTarget(denied.target);
  // Suggests no rule for an ambiguous target: patterns do not cover it, and a domain rule does not
  // help if a pattern already covers the host.
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
  return port === 443 && host !== "localhost" ? host : `${host}:${port}`;
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
