import { createPolicy } from "./create-policy.ts";
import { readDomainRule, type DomainRule } from "./domain-rule.ts";
import { fault, isFault, type Fault } from "./fault.ts";
import { coversHost, type HostPattern } from "./host-pattern.ts";
import type { Policy } from "./policy.ts";
import type { Rule, UrlRule } from "./rule.ts";
import { validateBreadth, loadSuffixes, nameForSuffix, type FindSuffix } from "./public-suffix.ts";
import {
  createRuleBook,
  type CompiledBudgetRule,
  type CredentialRule,
  type ReadRules,
  type RuleBook,
} from "./rule-book.ts";
import type { RuleOptions, RuleProblem } from "./rule-options.ts";
import { readUrlPattern, type UrlPattern } from "./url-pattern.ts";

export type Compiled =
  | { readonly policy: Policy; readonly book: RuleBook; readonly problems?: undefined }
  | {
      readonly policy?: undefined;
      readonly book?: undefined;
      readonly problems: readonly RuleProblem[];
    };

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
  readonly spliced: readonly Draft<DomainRule>[];
  readonly credentials: readonly Draft<CredentialRule>[];
  readonly budgets: readonly Draft<CompiledBudgetRule>[];
}

function readRules(options: RuleOptions): Drafts {
  const { allowDomains = [], blockDomains = [], allowUrls = [] } = options;
  const { splice = [], credentials = [], budgetRules = [] } = options;
  const readDomain = (rule: Rule) => ({ rule, read: readDomainRule(rule) });
  return {
    allowed: allowDomains.map(readDomain),
    blocked: blockDomains.map(readDomain),
    patterns: allowUrls.map((rule) => ({ rule, read: readUrlPattern(rule) })),
    spliced: splice.map(readDomain),
    credentials: credentials.map(readEntry),
    budgets: budgetRules.map(readEntry),
  };
}

/** Reads the pattern of an entry, and keeps the other parts of the entry. */
function readEntry<T extends UrlRule>(rule: T): Draft<UrlPattern & { readonly rule: T }> {
  const read = readUrlPattern(rule);
  return { rule, read: isFault(read) ? read : { ...read, rule } };
}

function namesOf({ allowed, patterns, credentials, budgets }: Drafts): string[] {
  return [...allowed, ...patterns, ...credentials, ...budgets].flatMap(({ read }) =>
    isFault(read) ? [] : (nameForSuffix(read.host) ?? []),
  );
}

function compileDrafts(
  { allowed, blocked, patterns, spliced, credentials, budgets }: Drafts,
  { options, findSuffix }: { readonly options: RuleOptions; readonly findSuffix: FindSuffix },
): Compiled {
  const narrow = <T extends { readonly host: HostPattern }>({
    rule,
    read,
  }: Draft<T>): Draft<T> => ({
    rule,
    read: isFault(read) ? read : (validateBreadth(read.host, findSuffix) ?? read),
  });
  const checked = {
    allowed: allowed.map(narrow),
    blocked,
    patterns: patterns.map(narrow),
    spliced,
    credentials: credentials.map(narrow),
    budgets: budgets.map(narrow),
  };
  const rules = {
    allowed: valuesOf(checked.allowed),
    blocked: valuesOf(blocked),
    patterns: valuesOf(checked.patterns),
    spliced: valuesOf(spliced),
    credentials: valuesOf(checked.credentials),
    budgets: valuesOf(checked.budgets),
  };
  const problems = [
    ...Object.values(checked).flatMap((drafts) => drafts.flatMap(problemOf)),
    ...findUnbacked(options),
    ...findUnspliceable(rules, options),
  ];
  if (problems.length > 0) return { problems };
  const { sslBump = false, strictUrls = false, intercept = "all" } = options;
  const flags = { isIntercepting: sslBump, isStrict: strictUrls, intercept };
  const book = createRuleBook(rules, flags);
  return { policy: createPolicy(book), book };
}

/** Returns the problems with domains that cannot be spliced, because their URLs must be visible. */
function findUnspliceable(
  { spliced, patterns, credentials, budgets }: ReadRules,
  { strictUrls = false }: RuleOptions,
): RuleProblem[] {
  return spliced.flatMap(({ rule, host }) => {
    if (strictUrls)
      return [toProblem(rule, fault("cannot be spliced together with --strict-urls"))];
    const ruled = [...patterns, ...credentials, ...budgets].find(
      (each) => coversHost(host, each.host.text) || coversHost(each.host, host.text),
    );
    if (!ruled) return [];
    return [toProblem(rule, fault(`cannot be spliced: ${ruled.rule.text} requires interception`))];
  });
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
  intercept,
  splice = [],
  credentials = [],
  budgetRules = [],
}: RuleOptions): RuleProblem[] {
  if (sslBump) return [];
  const needs = fault("requires --ssl-bump: otherwise URLs are not visible", "--ssl-bump");
  const flags = [
    ...(strictUrls ? ["--strict-urls"] : []),
    ...(intercept === undefined ? [] : ["--intercept"]),
  ];
  const first = [allowUrls, splice, credentials, budgetRules].flatMap((rules) => rules.slice(0, 1));
  const unbacked = [...first, ...flags.map((text) => ({ id: text, text }))];
  return unbacked.map((rule) => toProblem(rule, needs));
}
