/**
 * A rate limit budget, as in `/rate_limit` and the response headers. `reset` is in Unix seconds.
 */
export interface Budget {
  limit: number;
  used: number;
  remaining: number;
  reset: number;
}

export type Resource = "core" | "graphql" | "search" | "integration_manifest";

/** A budget that a test sets. Omitted values are derived from the others. */
interface BudgetRequest {
  limit?: number;
  remaining?: number;
  reset?: number;
}

export interface RateLimits {
  /** Returns the current budget without changing it. */
  read(who: string, resource: Resource): Budget;
  /** Deducts one request, or the cost of a query, and returns the new budget. */
  spend(who: string, resource: Resource, cost?: number): Budget;
  set(who: string, resource: Resource, request: BudgetRequest): void;
}

const windowSeconds = 3600;

/** Requests per hour by kind of caller. Callers are named `kind:name`. */
const coreLimits: Record<string, number> = { anonymous: 60, workflow: 1000 };
const defaultLimit = 5000;
const searchLimit = 30;

/** Creates the rate limits. Budgets exist only in memory, so a restart resets them. */
export function createRateLimits(now: () => Date): RateLimits {
  const budgets = new Map<string, Budget>();
  const current = (who: string, resource: Resource): Budget => {
    const key = `${who} ${resource}`;
    const seconds = Math.floor(now().getTime() / 1000);
    const known = budgets.get(key);
    if (known && known.reset > seconds) return known;
    const limit = known?.limit ?? usualLimit(who, resource);
    const fresh = { limit, used: 0, remaining: limit, reset: seconds + windowSeconds };
    budgets.set(key, fresh);
    return fresh;
  };
  return {
    read: (who, resource) => ({ ...current(who, resource) }),
    spend(who, resource, cost = 1) {
      const budget = current(who, resource);
      budget.used += cost;
      budget.remaining = Math.max(0, budget.remaining - cost);
      return { ...budget };
    },
    set(who, resource, request) {
      const before = current(who, resource);
      const limit = request.limit ?? before.limit;
      const remaining = Math.min(limit, request.remaining ?? limit);
      const reset = request.reset ?? before.reset;
      budgets.set(`${who} ${resource}`, { limit, remaining, used: limit - remaining, reset });
    },
  };
}

function usualLimit(who: string, resource: Resource): number {
  if (resource === "search") return searchLimit;
  if (resource === "integration_manifest") return defaultLimit;
  return coreLimits[who.split(":")[0] ?? ""] ?? defaultLimit;
}

export function rateLimitHeaders(budget: Budget, resource: Resource): Record<string, string> {
  return {
    "x-ratelimit-limit": String(budget.limit),
    "x-ratelimit-remaining": String(budget.remaining),
    "x-ratelimit-used": String(budget.used),
    "x-ratelimit-reset": String(budget.reset),
    "x-ratelimit-resource": resource,
  };
}
