import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { knownNeeds, type DomainNeed } from "../../src/firewall/rules/known-domains.ts";
import type { Compile } from "../../src/firewall/rules/load-compiler.ts";
import type { Places } from "../shared/count-questions.ts";
import type { FirewallDeps } from "./firewall-deps.ts";
import { validateDomain } from "./validate-rules.ts";

const why =
  "The command can reach only the domains that you allow. A domain includes its subdomains, on ports 80 and 443. A trial run shows which domains are missing.";

interface Domains {
  readonly compile: Compile;
  /** The currently allowed domains. */
  readonly before: readonly string[];
  readonly locations: Places;
}

/** Asks which known services and which other domains the command needs. */
export async function chooseDomains(
  { ask }: Pick<FlowContext, "ask">,
  { needs }: Pick<FirewallDeps, "needs">,
  { compile, before, locations }: Domains,
): Promise<string[]> {
  const all: readonly DomainNeed[] = [...needs, ...knownNeeds];
  const isMet = ({ domains }: DomainNeed) => domains.every((domain) => before.includes(domain));
  const chosen = await ask.chooseMany({
    id: "needs",
    name: "Needs",
    title: "Which services does the command need?",
    position: locations.next(),
    options: all.map(({ id, label, domains }) => ({
      value: id,
      label,
      hint: describeDomains(domains),
    })),
    initial: all.filter(isMet).map(({ id }) => id),
    why,
  });
  const known = all.filter(({ id }) => chosen.includes(id)).flatMap(({ domains }) => domains);
  const met = new Set(all.filter(isMet).flatMap(({ domains }) => domains));
  const own = await ask.list({
    id: "domains",
    name: "Other domains",
    title: "Which other domains are allowed?",
    position: locations.next(),
    entry: "domain",
    initial: before.filter((domain) => !met.has(domain)),
    placeholder: "example.com or example.com:8443",
    check: (text) => validateDomain(compile, text),
    why,
  });
  const included = own.filter((domain) => known.includes(domain)).join(", ");
  if (included !== "") {
    const title = `Already included in the selected services: ${included}`;
    await ask.note({ id: `included ${included}`, title });
  }
  return [...new Set([...known, ...own])];
}

const longestHint = 46;

/** Lists as many domains as fit in one row. */
export function describeDomains(domains: readonly string[]): string {
  const full = domains.join(", ");
  const [first = ""] = domains;
  return full.length <= longestHint ? full : `${first} and ${domains.length - 1} more`;
}
