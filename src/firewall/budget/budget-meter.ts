import {
  formatUse,
  keyOfLimit,
  keyOfRule,
  limitNames,
  ruleLimitNames,
  type Budget,
  type BudgetRule,
  type LimitName,
} from "../rules/budget-rule.ts";
import type { Admission, BudgetGate, Denial, Later, ProvidedCall } from "../proxy/budget-gate.ts";
import { Counter, refuse, type SharedPool } from "./counter.ts";
import { PoolUnavailable } from "./pool.ts";
import { createUsageReader, findUncountable } from "./usage-reader.ts";

export interface MeterDeps {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Calls a function once, later; returns a function that cancels this. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  readonly shared?: SharedPool | undefined;
}

/** One limit at the end of a run. Sizes are in bytes. */
interface UsedLimit {
  readonly limit: number;
  readonly used: number;
  /** Part of the tokens that was estimated, because a response did not report them. */
  readonly estimated?: number;
  /** Amount that all sessions have used or reserved; undefined without a shared budget. */
  readonly usedByAll?: number;
}

export interface BudgetReport {
  readonly limits: Readonly<Partial<Record<LimitName, UsedLimit>>>;
  readonly rules: readonly (UsedLimit & { readonly rule: string; readonly limitName: LimitName })[];
  readonly shared?: string;
  /** Reason why the rest of the shared budget was not returned; undefined if it was. */
  readonly problem?: string | undefined;
}

/** Counts the budget of one session. */
export interface BudgetMeter extends BudgetGate {
  /** Called when the command starts. */
  start(): void;
  report(): BudgetReport;
  /** Returns the rest of a shared budget. */
  close(): Promise<void>;
}

const minute = 60_000;

export function createBudgetMeter(budget: Budget, deps: MeterDeps): BudgetMeter {
  const counters = createCounters(budget, deps);
  const clock = createClock(budget.limits.minutes, deps);
  let estimated = 0;
  let problem: string | undefined;
  const spend = (needs: readonly Need[]): Later<Denial | undefined> => {
    const denial = clock.deny();
    if (denial) return denial;
    const lacking = needs.find(({ counter, least }) => !counter.has(least));
    if (!lacking) {
      // No other request can count in between, because nothing waits here.
      for (const { counter, amount } of needs) counter.spend(amount);
      return undefined;
    }
    const { counter, least } = lacking;
    if (!counter.canRequest) return counter.deny();
    return counter.requestShare(least).then(() => spend(needs));
  };
  const { tokens } = counters.all;
  const countTokens = (count: number, isEstimate: boolean) => {
    tokens?.spend(count);
    if (isEstimate) estimated += count;
  };
  const admissionFor = (rules: readonly BudgetRule[], call?: ProvidedCall): Admission => {
    const uploads = counters.of("upload", rules);
    return {
      upload: (bytes) =>
        spend(uploads.map((counter) => ({ counter, amount: bytes, least: bytes }))),
      repeat: () => spend(counters.of("requests", rules).map(one)),
      usage: call && tokens ? createUsageReader(call, countTokens) : undefined,
    };
  };
  return {
    admit: (rules, call) => {
      const uncountable = call && tokens && findUncountable(call);
      if (uncountable !== undefined) return refuse(uncountable);
      const rest = call && tokens ? [{ counter: tokens, amount: 0, least: 1 }] : [];
      const denial = spend([...rest, ...counters.of("requests", rules).map(one)]);
      const result = (denied: Denial | undefined) => denied ?? admissionFor(rules, call);
      return denial instanceof Promise ? denial.then(result) : result(denial);
    },
    onExpired: clock.onExpired,
    start: clock.start,
    report: () => createReport(budget, { counters, minutes: clock.minutes(), estimated, problem }),
    close: async () => {
      clock.stop();
      await Promise.all(counters.list.map((counter) => counter.settled()));
      if (deps.shared) problem = await settle(deps.shared, counters.list);
    },
  };
}

interface Need {
  readonly counter: Counter;
  readonly amount: number;
  /** Amount that must be available. */
  readonly least: number;
}

function one(counter: Counter): Need {
  return { counter, amount: 1, least: 1 };
}

type Counters = ReturnType<typeof createCounters>;

function createCounters({ limits, rules }: Budget, { now, shared }: MeterDeps) {
  const all: Partial<Record<LimitName, Counter>> = {};
  for (const name of limitNames) {
    const limit = limits[name];
    if (limit === undefined || name === "minutes") continue;
    all[name] = new Counter({ name, key: name, limit, scope: "", shared, now });
  }
  const byRule = rules.flatMap((rule) =>
    ruleLimitNames.flatMap((name) => {
      const limit = rule.limits[name];
      if (limit === undefined) return [];
      const key = keyOfLimit(name, rule);
      const scope = ` for ${keyOfRule(rule)}`;
      return [{ rule, counter: new Counter({ name, key, limit, scope, shared, now }) }];
    }),
  );
  return {
    all,
    byRule,
    list: [...Object.values(all), ...byRule.map(({ counter }) => counter)],
    /** Returns the counters of a limit for a request. */
    of: (name: "requests" | "upload", covering: readonly BudgetRule[]): readonly Counter[] => [
      ...(all[name] ? [all[name]] : []),
      ...byRule
        .filter(({ rule, counter }) => counter.options.name === name && covering.includes(rule))
        .map(({ counter }) => counter),
    ],
  };
}

/** Limits the time from the start of the command. */
function createClock(limit: number | undefined, { now, after }: MeterDeps) {
  const closing: (() => void)[] = [];
  let startedAt: number | undefined;
  let cancel: () => void = () => {};
  const minutes = () => (startedAt === undefined ? 0 : (now() - startedAt) / minute);
  return {
    minutes,
    start: () => {
      startedAt = now();
      if (limit === undefined) return;
      cancel = after(limit * minute, () => closing.forEach((close) => close()));
    },
    stop: () => cancel(),
    onExpired: (close: () => void) => void closing.push(close),
    deny: (): Denial | undefined => {
      if (limit === undefined || minutes() < limit) return undefined;
      return refuse(`the budget of this run is spent: ${formatUse("minutes", limit, limit)}`);
    },
  };
}

function createReport(
  { limits, shared }: Budget,
  {
    counters,
    minutes,
    estimated,
    problem,
  }: Pick<BudgetReport, "problem"> & { counters: Counters; minutes: number; estimated: number },
): BudgetReport {
  const used = ({ spent, usedByAll, options }: Counter): UsedLimit => ({
    limit: options.limit,
    used: spent,
    ...(options.name === "tokens" && { estimated }),
    ...(shared !== undefined && { usedByAll }),
  });
  const all: { [K in LimitName]?: UsedLimit } = {};
  for (const name of limitNames) {
    const counter = counters.all[name];
    if (counter) all[name] = used(counter);
  }
  if (limits.minutes !== undefined) all.minutes = { limit: limits.minutes, used: minutes };
  return {
    limits: all,
    rules: counters.byRule.map(({ rule, counter }) => ({
      rule: keyOfRule(rule),
      limitName: counter.options.name,
      ...used(counter),
    })),
    ...(shared !== undefined && { shared }),
    ...(problem !== undefined && { problem }),
  };
}

/**
 * Returns the rest of all shares.
 * @returns the reason if this failed; what was not returned stays reserved
 */
async function settle(
  { pool }: SharedPool,
  counters: readonly Counter[],
): Promise<string | undefined> {
  try {
    const shares = await pool.exchange(counters.map((counter) => counter.finalExchange()));
    counters.forEach((counter, index) => {
      counter.usedByAll = shares[index]?.used ?? counter.usedByAll;
    });
    return undefined;
  } catch (error) {
    if (error instanceof PoolUnavailable) return error.reason;
    throw error;
  }
}
