import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { knownNeeds, type DomainNeed } from "../../src/firewall/rules/known-domains.ts";
import type { Compile } from "../../src/firewall/rules/load-compiler.ts";
import type { Places } from "../shared/count-questions.ts";
import type { FirewallDeps } from "./firewall-deps.ts";
import { validateDomain } from "./validate-rules.ts";

const why =
  "Nothing else can be reached. A domain stands for itself and its subdomains, on ports 80 and 443. What is missing shows in a trial run, and can be added there.";

interface Domains {
  readonly compile: Compile;
  /** The domains that are allowed so far. */
  readonly before: readonly string[];
  readonly places: Places;
}

/** What the command needs, as a choice of what is known, and one's own. */
export async function chooseDomains(
  { ask }: Pick<FlowContext, "ask">,
  { needs }: Pick<FirewallDeps, "needs">,
  { compile, before, places }: Domains,
): Promise<string[]> {
  const all: readonly DomainNeed[] = [...needs, ...knownNeeds];
  const isMet = ({ domains }: DomainNeed) => domains.every((domain) => before.includes(domain));
  const chosen = await ask.chooseMany({
    id: "needs",
    name: "Needs",
    title: "What does the command need?",
    place: places.next(),
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
    name: "Own domains",
    title: "Which other domains may it reach?",
    place: places.next(),
    entry: "domain",
    initial: before.filter((domain) => !met.has(domain)),
    placeholder: "example.com, or example.com:8443",
    check: (text) =>
      known.includes(text) ? "is among what you chose" : validateDomain(compile, text),
    why,
  });
  return [...new Set([...known, ...own])];
}

const longestHint = 46;

/** As many as one row takes. */
function describeDomains(domains: readonly string[]): string {
  const whole = domains.join(", ");
  const [first = ""] = domains;
  return whole.length <= longestHint ? whole : `${first} and ${domains.length - 1} more`;
}
