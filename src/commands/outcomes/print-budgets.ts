import type { SharedBudget } from "../../firewall/shared-budgets.ts";
import { formatAmount, limitNames } from "../../firewall/rules/budget-rule.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { printRows } from "../../terminal/paint.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { hintRows, marked, textRows, type Row } from "../../terminal/rows.ts";
import { printJson } from "./print-json.ts";

export function printBudgets(
  budgets: readonly SharedBudget[],
  { json }: { readonly json: boolean },
): void {
  if (json) printJson(toBudgetsDocument(budgets));
  else printRows((style) => budgetRows(budgets, style));
}

/** Returns the document of `firewall budget --json`. Sizes are in bytes. */
export function toBudgetsDocument(budgets: readonly SharedBudget[]): object {
  return { budgets: budgets.map(({ name, used }) => ({ name, used: used ?? null })) };
}

/**
 * Formats what all runs have used or reserved:
 *
 *  ✔ team-1
 *    requests: 412
 *    upload: 3.2 MB
 */
export function budgetRows(budgets: readonly SharedBudget[], style: RenderOptions): Row[] {
  if (budgets.length === 0) return textRows("No run has used a shared budget yet.", { style });
  return budgets.flatMap(({ name, used }) => {
    if (!used) return brokenRows(name, style);
    const amounts = Object.entries(used).map(([key, amount]) => `${key}: ${format(key, amount)}`);
    const lines = amounts.length > 0 ? amounts : ["Nothing is used."];
    return [
      ...textRows(name, { style, prefix: marked(style, "done"), tone: "strong" }),
      ...lines.flatMap((line) => textRows(line, { style })),
    ];
  });
}

function brokenRows(name: string, style: RenderOptions): Row[] {
  const reset = {
    text: "Reset what the runs have used",
    command: ownCommandLine("firewall", "budget", name, "--reset"),
  };
  return [
    ...textRows(`${name}: the file is not valid.`, { style, prefix: marked(style, "failed") }),
    ...hintRows(reset, { style }),
  ];
}

/** @param key name of a counter, such as `upload` or `upload https://a.example/**` */
function format(key: string, amount: number): string {
  const name = limitNames.find((each) => key === each || key.startsWith(`${each} `));
  return name ? formatAmount(name, amount) : String(amount);
}
