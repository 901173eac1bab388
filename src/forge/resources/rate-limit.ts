import type { Budget } from "../budget.ts";
import { callOnce } from "../call-once.ts";
import type { OnceAs } from "../call-once.ts";
import type { ForgeClient } from "../client.ts";
import type { OneAnswer } from "../one-request.ts";
import { toFields, toMoment, toWhole } from "../parse-object.ts";

type Resource = "core" | "graphql";

/** How many requests a credential has left: asked for free. @see GET /rate_limit */
export function askRateLimit(as: OnceAs): Promise<OneAnswer> {
  return callOnce(as, { method: "GET", path: "/rate_limit" });
}

/** The same for a client: when the first budget of which nothing is left is whole again. */
export async function findReset(client: ForgeClient): Promise<Date | undefined> {
  // A server of one's own has no limits, and no such page.
  const { body } = await client.request("GET", "/rate_limit", { accept: [404] });
  const budgets = [readBudget(body, "graphql"), readBudget(body, "core")];
  const empty = budgets.find((budget) => budget?.remaining === 0);
  return empty && toMoment(empty.reset);
}

/**
 * Reads one budget of the answer; undefined unless all of it are counts. The budget `rate` beside `resources` is not
 * looked at: newer versions of the API have none.
 */
export function readBudget(body: unknown, resource: Resource): Budget | undefined {
  const found = toFields(toFields(toFields(body)?.["resources"])?.[resource]);
  const limit = toWhole(found?.["limit"]);
  const remaining = toWhole(found?.["remaining"]);
  const reset = toWhole(found?.["reset"]);
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  return { limit, remaining, reset };
}
