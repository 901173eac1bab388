import type { UrlRule } from "./rule.ts";

export const limitNames = ["requests", "upload", "tokens", "minutes"] as const;

export type LimitName = (typeof limitNames)[number];

/** Limits of a run. `upload` is in bytes. A limit that is undefined does not apply. */
export type Limits = Readonly<Partial<Record<LimitName, number>>>;

/** Limits that can also apply to a part of the requests. */
export const ruleLimitNames = ["requests", "upload"] as const;

/** An entry of `for` in the budget of a rules file. */
export interface BudgetRule extends UrlRule {
  readonly limits: Pick<Limits, (typeof ruleLimitNames)[number]>;
}

/** The budget of a run, merged from rules files and the command line. */
export interface Budget {
  readonly limits: Limits;
  readonly rules: readonly BudgetRule[];
  /** Name of the budget that several runs share; undefined if this run does not share it. */
  readonly shared?: string | undefined;
  /** Control repository with the shared budget: `acme/control` or `HOST/acme/control`. */
  readonly repository?: string | undefined;
}

/** Returns text that identifies an entry in all runs that share a budget. */
export function keyOfRule({ text, methods = [] }: BudgetRule): string {
  const names = new Set(methods.map((method) => method.toUpperCase()));
  return [[...names].toSorted().join(), text].filter((part) => part !== "").join(" ");
}

/** Merges entries with the same URL and methods, which share a counter. The smaller limits apply. */
export function mergeRules(rules: readonly BudgetRule[]): readonly BudgetRule[] {
  const merged = new Map<string, BudgetRule>();
  for (const rule of rules) {
    const { limits: before = {} } = merged.get(keyOfRule(rule)) ?? {};
    const limits: { -readonly [K in keyof BudgetRule["limits"]]: number } = { ...before };
    for (const name of ruleLimitNames) {
      const limit = rule.limits[name];
      if (limit !== undefined) limits[name] = Math.min(limit, before[name] ?? limit);
    }
    merged.set(keyOfRule(rule), { ...rule, limits });
  }
  return [...merged.values()];
}

/**
 * Returns the limits that runs share, by the name of their counter. Minutes are not shared, because
 * they are counted from the start of each run.
 */
export function sharedLimits({ limits, rules }: Budget): ReadonlyMap<string, number> {
  const own = limitNames.flatMap((name) => {
    const limit = limits[name];
    return limit === undefined || name === "minutes" ? [] : [[name, limit] as const];
  });
  const ofRules = rules.flatMap((rule) =>
    ruleLimitNames.flatMap((name) => {
      const limit = rule.limits[name];
      return limit === undefined ? [] : [[keyOfLimit(name, rule), limit] as const];
    }),
  );
  return new Map([...own, ...ofRules]);
}

/** Returns the name of an entry's counter in a shared budget. */
export function keyOfLimit(name: (typeof ruleLimitNames)[number], rule: BudgetRule): string {
  return `${name} ${keyOfRule(rule)}`;
}

const units = [
  ["T", 4],
  ["G", 3],
  ["M", 2],
  ["k", 1],
] as const;

/** Formats the value of a limit with its unit: `50 MB`, `1.5M`, `500`. */
export function formatAmount(name: LimitName, amount: number): string {
  if (name === "minutes") return String(Math.round(amount * 10) / 10);
  if (name === "requests") return String(amount);
  const base = name === "upload" ? 1024 : 1000;
  const [unit, power] = units.find(([, each]) => Math.abs(amount) >= base ** each) ?? ["", 0];
  const number = String(Math.round((amount / base ** power) * 10) / 10);
  return name === "upload" ? `${number} ${unit.toUpperCase()}B` : number + unit;
}

const nouns: Readonly<Record<LimitName, string>> = {
  requests: "requests",
  upload: "upload",
  tokens: "tokens",
  minutes: "minutes",
};

/** Formats a used part of a limit: `412 of 500 requests`. */
export function formatUse(name: LimitName, used: number, limit: number): string {
  return `${formatAmount(name, used)} of ${formatAmount(name, limit)} ${nouns[name]}`;
}

/** Returns one line for each limit: `500 requests`, `10 requests for https://a.example/**`. */
export function describeBudget({ limits, rules, shared, repository }: Budget): readonly string[] {
  const format = (each: Limits) =>
    limitNames.flatMap((name) => {
      const limit = each[name];
      return limit === undefined ? [] : [`${formatAmount(name, limit)} ${nouns[name]}`];
    });
  const all = format(limits).join(", ");
  const where = repository === undefined ? "" : ` in ${repository}`;
  return [
    ...(all === "" ? [] : [`budget: ${all}`]),
    ...rules.map((rule) => `budget for ${keyOfRule(rule)}: ${format(rule.limits).join(", ")}`),
    ...(shared === undefined ? [] : [`budget shared as ${shared}${where}`]),
  ];
}
