import type { BudgetReport } from "../../firewall/budget/budget-meter.ts";
import {
  formatAmount,
  formatUse,
  limitNames,
  type Budget,
} from "../../firewall/rules/budget-rule.ts";

/** Returns the budget in the document of `firewall check --json`. Sizes are in bytes. */
export function toBudgetDocument({ limits, rules, shared, repository }: Budget): object {
  return {
    ...limits,
    ...(rules.length > 0 && {
      for: rules.map(({ text, methods, limits: own }) => ({
        url: text,
        ...(methods && { methods }),
        ...own,
      })),
    }),
    ...(shared !== undefined && { shared }),
    ...(repository !== undefined && { repository }),
  };
}

/** Formats what a run used: `Budget: 412 of 500 requests, 3.2 MB of 50 MB upload`. */
export function describeUse({ limits, rules, shared, problem }: BudgetReport): readonly string[] {
  const used = limitNames.flatMap((name) => {
    const limit = limits[name];
    if (!limit) return [];
    const estimated = limit.estimated ? ` (${formatAmount(name, limit.estimated)} estimated)` : "";
    const byAll =
      limit.usedByAll === undefined ? "" : ` (all runs: ${formatAmount(name, limit.usedByAll)})`;
    return [`${formatUse(name, limit.used, limit.limit)}${estimated}${byAll}`];
  });
  const title = shared === undefined ? "Budget" : `Shared budget "${shared}"`;
  return [
    ...(used.length > 0 ? [`${title}: ${used.join(", ")}`] : []),
    ...rules.map(
      ({ rule, limitName, used: amount, limit }) =>
        `Budget for ${rule}: ${formatUse(limitName, amount, limit)}`,
    ),
    ...(problem === undefined
      ? []
      : [`The rest of the shared budget was not returned, so it counts as used: ${problem}.`]),
  ];
}
