import { readConfig } from "../../../src/firewall/config/read-config.ts";
import { readSettings } from "../../../src/firewall/config/read-settings.ts";
import { createBudgetMeter } from "../../../src/firewall/budget/budget-meter.ts";
import { createPool, type Pool } from "../../../src/firewall/budget/pool.ts";
import type { Budget } from "../../../src/firewall/rules/budget-rule.ts";

/** Reads a budget as in a rules file: `{ requests: 2 }`. */
function readBudgetOf(text: string): Budget {
  const { written, budgetRules = [], problems } = readConfig(`budget: ${text}`, "r.yml");
  const { settings, problems: others } = readSettings(written);
  if (problems.length + others.length > 0) throw new Error(JSON.stringify([problems, others]));
  return { limits: {}, ...settings.budget, rules: budgetRules };
}

/** A pool in memory, whose text a test can read and replace. */
export function openPool(parts = 4, state: { text?: string | undefined } = {}) {
  const update = async (change: (text: string | undefined) => string) => {
    await Promise.resolve();
    state.text = change(state.text);
  };
  const used = () =>
    (JSON.parse(state.text ?? '{"used":{}}') as { used: Record<string, number> }).used;
  return { state, used, pool: createPool({ update }, parts) };
}

/** Starts the budget of a session with a clock that only the test moves. */
export function openMeter(text: string, pool?: Pool) {
  const clock = { now: 0, timers: [] as { at: number; run: () => void }[] };
  const budget = readBudgetOf(text);
  const name = budget.shared ?? "";
  const meter = createBudgetMeter(budget, {
    now: () => clock.now,
    after: (milliseconds, run) => {
      const timer = { at: clock.now + milliseconds, run };
      clock.timers.push(timer);
      return () => void (clock.timers = clock.timers.filter((each) => each !== timer));
    },
    shared: pool && { name, pool, retryMs: 1000 },
  });
  meter.start();
  const pass = (milliseconds: number) => {
    clock.now += milliseconds;
    for (const { at, run } of clock.timers) if (at <= clock.now) run();
  };
  return { meter, budget, pass };
}
