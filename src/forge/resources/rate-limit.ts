import { callOnce } from "../call-once.ts";
import type { OnceAs } from "../call-once.ts";
import type { ForgeClient } from "../client.ts";
import type { OneAnswer } from "../one-request.ts";
import { toFields, toWhole } from "../parse-object.ts";

/** What a credential has of one kind of requests. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** When it is whole again: seconds since 1970. */
  readonly reset: number;
}

/** How many requests a credential has left: asked for free. @see GET /rate_limit */
export function askRateLimit(as: OnceAs): Promise<OneAnswer> {
  return callOnce(as, { method: "GET", path: "/rate_limit" });
}

/** The same for a client: every answer that tells nothing of a budget leaves it undefined. */
export async function findBudgets(
  client: ForgeClient,
): Promise<Readonly<Partial<Record<"core" | "graphql", Budget | undefined>>>> {
  // A server of one's own has no limits, and no such page.
  const { body } = await client.request("GET", "/rate_limit", { accept: [404] });
  return { core: readBudget(body, "core"), graphql: readBudget(body, "graphql") };
}

/**
 * Reads one budget of the answer; undefined unless all of it are counts. The budget `rate` beside `resources` is not
 * looked at: newer versions of the API have none.
 */
export function readBudget(body: unknown, resource: "core" | "graphql"): Budget | undefined {
  const found = toFields(toFields(toFields(body)?.["resources"])?.[resource]);
  const limit = toWhole(found?.["limit"]);
  const remaining = toWhole(found?.["remaining"]);
  const reset = toWhole(found?.["reset"]);
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  return { limit, remaining, reset };
}
