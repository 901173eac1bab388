import type { Budget } from "../budget.ts";
import { callOnce } from "../call-once.ts";
import type { OnceAs } from "../call-once.ts";
import type { ForgeClient } from "../client.ts";
import type { OneAnswer } from "../one-request.ts";
import { toFields, toMoment, toInteger } from "../parse-object.ts";

type Resource = "core" | "graphql";

/**
 * Reads the capacity of a credential. GitHub does not count this request.
 * @see GET /rate_limit
 */
export function askRateLimit(as: OnceAs): Promise<OneAnswer> {
  return callOnce(as, { method: "GET", path: "/rate_limit" });
}

/** Returns when a client's first exhausted budget resets; undefined if no budget is exhausted. */
export async function findReset(client: ForgeClient): Promise<Date | undefined> {
  // A self-hosted server without rate limits can respond with 404.
  const { body } = await client.request("GET", "/rate_limit", { accept: [404] });
  const budgets = [readBudget(body, "graphql"), readBudget(body, "core")];
  const empty = budgets.find((budget) => budget?.remaining === 0);
  return empty && toMoment(empty.reset);
}

/**
 * Reads one budget from a response; undefined unless all its fields are integers. Ignores the
 * budget `rate` next to `resources`, which newer API versions omit.
 */
export function readBudget(body: unknown, resource: Resource): Budget | undefined {
  const found = toFields(toFields(toFields(body)?.["resources"])?.[resource]);
  const limit = toInteger(found?.["limit"]);
  const remaining = toInteger(found?.["remaining"]);
  const reset = toInteger(found?.["reset"]);
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  return { limit, remaining, reset };
}
