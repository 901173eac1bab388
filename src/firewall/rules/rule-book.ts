import { record } from "../../shared/cache-once.ts";
import type { BudgetRule } from "./budget-rule.ts";
import type { WrittenCredential } from "./credential-rule.ts";
import type { DomainRule } from "./domain-rule.ts";
import { coversHost, type HostPattern } from "./host-pattern.ts";
import type { UrlPattern } from "./url-pattern.ts";

/** A compiled entry of `credentials`. */
export interface CredentialRule extends UrlPattern {
  readonly rule: WrittenCredential;
}

/** A compiled entry of `for` in a budget. */
export interface CompiledBudgetRule extends UrlPattern {
  readonly rule: BudgetRule;
}

/** The rules of one run, also indexed by host. */
export interface RuleBook extends ReadRules {
  readonly isIntercepting: boolean;
  readonly isStrict: boolean;
  readonly intercept: "all" | "only-ruled";
  readonly ports: readonly number[];
  findAllowed(host: string): readonly DomainRule[];
  findBlocked(host: string): readonly DomainRule[];
  findPatterns(host: string): readonly UrlPattern[];
  findSpliced(host: string): readonly DomainRule[];
  findCredentials(host: string): readonly CredentialRule[];
  findBudgets(host: string): readonly CompiledBudgetRule[];
}

export interface ReadRules {
  readonly allowed: readonly DomainRule[];
  readonly blocked: readonly DomainRule[];
  readonly patterns: readonly UrlPattern[];
  readonly spliced: readonly DomainRule[];
  readonly credentials: readonly CredentialRule[];
  readonly budgets: readonly CompiledBudgetRule[];
}

export function createRuleBook(
  rules: ReadRules,
  flags: Pick<RuleBook, "isIntercepting" | "isStrict" | "intercept">,
): RuleBook {
  const { allowed, blocked, patterns, spliced, credentials, budgets } = rules;
  const ports = [...allowed, ...patterns].flatMap(({ port }) => port ?? []);
  return {
    ...rules,
    ...flags,
    ports: [...new Set(ports)]
      .filter((port) => port !== 80 && port !== 443)
      .toSorted((a, b) => a - b),
    findAllowed: record(indexByHost(allowed)),
    findBlocked: record(indexByHost(blocked)),
    findPatterns: record(indexByHost(patterns)),
    findSpliced: record(indexByHost(spliced)),
    findCredentials: record(indexByHost(credentials)),
    findBudgets: record(indexByHost(budgets)),
  };
}

/**
 * Indexes rules by host suffix, because a policy can have thousands of rules. Covering rules are
 * returned in the order in which they were written.
 */
function indexByHost<T extends { readonly host: HostPattern }>(
  rules: readonly T[],
): (host: string) => readonly T[] {
  const byAnchor = new Map<string, { readonly rule: T; readonly index: number }[]>();
  for (const [index, rule] of rules.entries()) {
    const { anchor } = rule.host;
    const found = byAnchor.get(anchor);
    if (found) found.push({ rule, index });
    else byAnchor.set(anchor, [{ rule, index }]);
  }
  return (host) =>
    endsOf(host)
      .flatMap((end) => byAnchor.get(end) ?? [])
      .filter(({ rule }) => coversHost(rule.host, host))
      .toSorted((a, b) => a.index - b.index)
      .map(({ rule }) => rule);
}

function endsOf(host: string): string[] {
  const ends = [host];
  for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1))
    ends.push(host.slice(dot + 1));
  return ends;
}
