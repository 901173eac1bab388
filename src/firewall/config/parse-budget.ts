import { findNearest } from "../../shared/find-nearest.ts";
import { limitNames, type LimitName } from "../rules/budget-rule.ts";
import { fault, type Fault } from "../rules/fault.ts";

/** One part of a budget, such as `requests=500`. */
export type BudgetPart =
  | { readonly kind: LimitName; readonly amount: number }
  | { readonly kind: "shared" | "repository"; readonly text: string };

export const budgetKeys = [...limitNames, "shared", "repository"] as const;

/** Maximum duration of a Node timer, in minutes. */
const mostMinutes = Math.floor((2 ** 31 - 1) / 60_000);

const shapes: Readonly<
  Record<LimitName, { readonly shape: RegExp; readonly example: string; readonly base: number }>
> = {
  requests: { shape: /^(\d{1,15})()$/, example: "a number such as 500", base: 1 },
  upload: {
    shape: /^(\d{1,15}(?:\.\d+)?)(?:([kmgt])i?b?|b)?$/i,
    example: "a size such as 50MB",
    base: 1024,
  },
  tokens: {
    shape: /^(\d{1,15}(?:\.\d+)?)([kmg]?)$/i,
    example: "a number such as 200000 or 2M",
    base: 1000,
  },
  minutes: { shape: /^(\d{1,15}(?:\.\d+)?)()$/, example: "a number such as 30", base: 1 },
};

/** Reads `requests=500`, `upload=50MB`, `tokens=2M`, `minutes=30`, `shared=NAME` and others. */
export function parseBudget(text: string): BudgetPart | Fault {
  const [, key = "", value = ""] = /^([^=]*)=([^]*)$/.exec(text.trim()) ?? [];
  const kind = budgetKeys.find((each) => each === key);
  if (!kind) {
    const nearest = findNearest(key || text, budgetKeys);
    return fault(`is not one of ${budgetKeys.join(", ")} with a value`, nearest && `${nearest}=`);
  }
  if (kind === "shared") {
    const isName = /^[a-z0-9][a-z0-9-]{0,62}$/.test(value);
    return isName ? { kind, text: value } : fault("is not a name such as team-1");
  }
  if (kind === "repository") {
    const isName = /^(?:[a-z0-9][a-z0-9.-]*(?::\d{1,5})?\/)?[\w-]+\/(?!\.{1,2}$)[\w.-]+$/i.test(
      value,
    );
    return isName ? { kind, text: value } : fault("is not OWNER/NAME");
  }
  return parseAmount(kind, value);
}

function parseAmount(kind: LimitName, value: string): BudgetPart | Fault {
  const { shape, example, base } = shapes[kind];
  const [, digits, unit = ""] = shape.exec(value) ?? [];
  if (digits === undefined) return fault(`is not ${example}`);
  const power = " kmgt".indexOf(unit.toLowerCase() || " ");
  const exact = Number(digits) * base ** power;
  const amount = kind === "minutes" ? exact : Math.floor(exact);
  const most = kind === "minutes" ? mostMinutes : Number.MAX_SAFE_INTEGER;
  return amount <= most ? { kind, amount } : fault(`is more than ${most}`);
}
