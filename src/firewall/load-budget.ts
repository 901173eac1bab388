import type { BudgetMeter } from "./budget/budget-meter.ts";
import type { Ends, FirewallRun } from "./firewall-run.ts";

/**
 * Returns the budget of a run, and registers its end. Loads its code only if a budget exists.
 * @returns undefined without a budget
 * @throws UserError if the budget cannot be enforced
 */
export async function loadBudget(
  run: Pick<FirewallRun, "settings" | "policy" | "env" | "minter">,
  ends: Ends,
  writable: readonly string[],
): Promise<BudgetMeter | undefined> {
  const { budget } = run.settings;
  if (!budget) return undefined;
  const { openBudget } = await import("./open-budget.ts");
  const meter = await openBudget(budget, { ...run, writable });
  ends.add(() => meter.close());
  return meter;
}
