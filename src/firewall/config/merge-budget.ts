import type { Budget, Limits } from "../rules/budget-rule.ts";
import type { RuleProblem } from "../rules/rule-options.ts";
import type { Reader } from "./create-reader.ts";
import { parseBudget, type BudgetPart } from "./parse-budget.ts";

/**
 * Merges the budgets of all files and of the command line. The smaller limit takes effect, so that
 * no source can extend the budget of another.
 * @returns undefined without a budget
 */
export function mergeBudget({ each, problems, all }: Reader): Budget | undefined {
  const parts = each("budget", parseBudget);
  if (parts.length === 0) return undefined;
  const limits: { -readonly [K in keyof Limits]: number } = {};
  for (const part of parts)
    if ("amount" in part) limits[part.kind] = Math.min(limits[part.kind] ?? Infinity, part.amount);
  const id = all("budget").at(-1)?.id ?? "--budget";
  const one = (kind: "shared" | "repository") => {
    const names = [...new Set(parts.flatMap((part) => textOf(part, kind)))];
    if (names.length > 1) problems.push(toProblem(id, `has several values for ${kind}`));
    return names[0];
  };
  const [shared, repository] = [one("shared"), one("repository")];
  if (repository !== undefined && shared === undefined)
    problems.push(toProblem(id, "requires shared: NAME, because it has a repository"));
  return { limits, rules: [], shared, repository };
}

function textOf(part: BudgetPart, kind: "shared" | "repository"): string[] {
  return part.kind === kind ? [part.text] : [];
}

function toProblem(id: string, problem: string): RuleProblem {
  return { id, text: "budget", problem };
}
