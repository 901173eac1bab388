import { createPolicy } from "./create-policy.ts";
import type { DomainRule } from "./domain-rule.ts";
import { everyHost, type HostPattern } from "./host-pattern.ts";
import { proveClaim, type ClaimedRules, type Verdict } from "./prove-claim.ts";
import { readClaim, type Claim } from "./read-claim.ts";
import { createRuleBook, type RuleBook } from "./rule-book.ts";
import type { RuleProblem, WrittenClaim } from "./rule-options.ts";

/** A claim with the result of its proof. */
export interface ProvenClaim {
  readonly written: WrittenClaim;
  readonly claim: Claim;
  readonly verdict: Verdict;
}

export interface ProvenClaims {
  /** Empty if a claim is invalid. */
  readonly proven: readonly ProvenClaim[];
  readonly problems: readonly RuleProblem[];
}

/**
 * Proves claims, each about all rules together.
 * @param rules the rules of a run, and those that its sidecar applies
 */
export function proveClaims(
  claims: readonly WrittenClaim[],
  rules: readonly ClaimedRules[],
): ProvenClaims {
  const read = claims.map((written) => ({ written, ...readClaim(written) }));
  const valid = read.flatMap(({ written, claim }) => (claim ? { written, claim } : []));
  const problems = [
    ...read.flatMap((each) => each.problems ?? []),
    ...valid.flatMap(({ written, claim }) => findEmpty(written, claim)),
  ];
  if (problems.length > 0) return { proven: [], problems };
  const proven = valid.map((each) => ({ ...each, verdict: proveAll(each.claim, rules) }));
  return { proven, problems };
}

/** Returns the first verdict that refutes the claim. Otherwise, all verdicts must be equal. */
function proveAll(claim: Claim, rules: readonly ClaimedRules[]): Verdict {
  const verdicts = rules.map((each) => proveClaim(claim, each));
  const find = (kind: Verdict["kind"]) => verdicts.find((verdict) => verdict.kind === kind);
  return find("broken") ?? find("undecided") ?? { kind: "holds" };
}

/**
 * Returns a problem if the exceptions cover the complete claim as written, without the other ports
 * and plain HTTP. Such a claim would hold for most rules, so it is probably a mistake.
 */
function findEmpty({ never }: WrittenClaim, claim: Claim): RuleProblem[] {
  if (claim.except.length === 0) return [];
  const { scheme, port } = claim.never;
  const { id, text } = never;
  const host = claim.never.host === everyHost ? unnamedHost(claim) : claim.never.host;
  const schemes = scheme ? [scheme] : (["https", "http"] as const);
  const allowed = schemes.map((each) => ({
    rule: { id, text },
    host,
    scheme: each,
    ...(port !== undefined && { port }),
  }));
  const book = bookOf(allowed);
  if (proveClaim(claim, { policy: createPolicy(book), book }).kind !== "holds") return [];
  return [{ id, text, problem: "has exceptions that cover all of it, except on other ports" }];
}

/** Returns a rule book that allows every request to some domains. */
function bookOf(allowed: readonly DomainRule[]): RuleBook {
  const none = { blocked: [], patterns: [], spliced: [], credentials: [], budgets: [] };
  const flags = { isIntercepting: false, isStrict: false, intercept: "all" } as const;
  return createRuleBook({ ...none, allowed }, flags);
}

/** Returns a host that no exception names. */
function unnamedHost({ except }: Claim): HostPattern {
  const lengths = except.map((_, index) => index + 1);
  const names = [...lengths, lengths.length + 1].map((length) => "x".repeat(length));
  const isNamed = (name: string) => except.some(({ host }) => host.anchor.endsWith(name));
  const text = names.find((name) => !isNamed(name)) ?? "x";
  return { ...everyHost, text, labels: [text], before: "nothing", anchor: text };
}
