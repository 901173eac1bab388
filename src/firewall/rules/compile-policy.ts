import { createPolicy } from "./create-policy.ts";
import { readDomainRule, type DomainRule } from "./domain-rule.ts";
import { fault, isFault, type Fault } from "./fault.ts";
import type { HostPattern } from "./host-pattern.ts";
import type { Policy, Rule } from "./policy.ts";
import { validateBreadth, loadSuffixes, nameForSuffix, type FindSuffix } from "./public-suffix.ts";
import { createRuleBook } from "./rule-book.ts";
import type { RuleOptions, RuleProblem } from "./rule-options.ts";
import { readUrlPattern, type UrlPattern } from "./url-pattern.ts";

export type Compiled =
  | { readonly policy: Policy; readonly problems?: undefined }
  | { readonly policy?: undefined; readonly problems: readonly RuleProblem[] };

/**
 * Compiles rules into a policy, or returns the problems found in all rules.
 *
 * Loads the public suffix list only if a rule needs it; most rules do not.
 */
export async function compilePolicy(options: RuleOptions): Promise<Compiled> {
  const drafts = readRules(options);
  return compileDrafts(drafts, { options, findSuffix: await loadSuffixes(namesOf(drafts)) });
}

/** Compiles rules synchronously, for callers that have already loaded the public suffix list. */
export function compileWith(options: RuleOptions, findSuffix: FindSuffix): Compiled {
  return compileDrafts(readRules(options), { options, findSuffix });
}

interface Draft<T> {
  readonly rule: Rule;
  readonly read: T | Fault;
}

interface Drafts {
  readonly allowed: readonly Draft<DomainRule>[];
  readonly blocked: readonly Draft<DomainRule>[];
  readonly patterns: readonly Draft<UrlPattern>[];
}

function readRules({ allowDomains = [], blockDomains = [], allowUrls = [] }: RuleOptions): Drafts {
  const readDomain = (rule: Rule) => ({ rule, read: readDomainRule(rule) });
  return {
    allowed: allowDomains.map(readDomain),
    blocked: blockDomains.map(readDomain),
    patterns: allowUrls.map((rule) => ({ rule, read: readUrlPattern(rule) })),
  };
}

function namesOf({ allowed, patterns }: Drafts): string[] {
  return [...allowed, ...patterns].flatMap(({ read }) =>
    isFault(read) ? [] : (nameForSuffix(read.host) ?? []),
  );
}

function compileDrafts(
  { allowed, blocked, patterns }: Drafts,
  { options, findSuffix }: { readonly options: RuleOptions; readonly findSuffix: FindSuffix },
): Compiled {
  const narrow = <T extends { readonly host: HostPattern }>({
    rule,
    read,
  }: Draft<T>): Draft<T> => ({
    rule,
    read: isFault(read) ? read : (validateBreadth(read.host, findSuffix) ?? read),
  });
  const checked = { allowed: allowed.map(narrow), blocked, patterns: patterns.map(narrow) };
  const problems = [
    ...[...checked.allowed, ...blocked, ...checked.patterns].flatMap(problemOf),
    ...findUnbacked(options),
  ];
  if (problems.length > 0) return { problems };
  const rules = {
    allowed: valuesOf(checked.allowed),
    blocked: valuesOf(blocked),
    patterns: valuesOf(checked.patterns),
  };
  const { sslBump = false, strictUrls = false } = options;
  return {
    policy: createPolicy(createRuleBook(rules, { isIntercepting: sslBump, isStrict: strictUrls })),
  };
}

function valuesOf<T extends object>(drafts: readonly Draft<T>[]): T[] {
  return drafts.flatMap(({ read }) => (isFault(read) ? [] : [read]));
}

function problemOf({ rule, read }: Draft<object>): RuleProblem[] {
  return isFault(read) ? [toProblem(rule, read)] : [];
}

function toProblem({ id, text }: Rule, { fault: problem, suggestion }: Fault): RuleProblem {
  return { id, text, problem, ...(suggestion !== undefined && { suggestion }) };
}

/** If interception is off, returns the problems with rules that require interception. */
function findUnbacked({
  allowUrls = [],
  sslBump = false,
  strictUrls = false,
}: RuleOptions): RuleProblem[] {
  const needs = fault("requires --ssl-bump: otherwise URLs are not visible", "--ssl-bump");
  const [first] = allowUrls;
  if (sslBump) return [];
  return [
    ...(first ? [toProblem(first, needs)] : []),
    ...(strictUrls ? [toProblem({ id: "--strict-urls", text: "--strict-urls" }, needs)] : []),
  ];
}
