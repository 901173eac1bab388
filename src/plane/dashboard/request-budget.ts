/** Times of requests that count toward the limit, and the limit per hour. */
export interface RequestBudget {
  readonly mostPerHour: number;
  /** Times of the counted requests in Unix milliseconds, oldest first. */
  readonly spentAt: readonly number[];
}

const hourMilliseconds = 3_600_000;

/**
 * @param count number of requests to add; a negative number removes that many of the latest
 *   requests, because they turned out not to count
 */
export function spend(budget: RequestBudget, count: number, now: Date): RequestBudget {
  const at = now.getTime();
  const kept = withinTheHour(budget, now);
  if (count < 0) return { ...budget, spentAt: kept.slice(0, count) };
  return { ...budget, spentAt: [...kept, ...Array.from({ length: count }, () => at)] };
}

/** Returns the number of requests counted in the last hour. */
export function spentOf(budget: RequestBudget, now: Date): number {
  return withinTheHour(budget, now).length;
}

/** Returns the number of requests left in this hour. */
export function leftOf(budget: RequestBudget, now: Date): number {
  return Math.max(0, budget.mostPerHour - spentOf(budget, now));
}

/**
 * Returns the earliest time at which the budget allows a reading of this many requests: now, or
 * when enough earlier requests are more than an hour old.
 */
export function earliestReading(budget: RequestBudget, cost: number, now: Date): Date {
  const spent = withinTheHour(budget, now);
  const tooMany = spent.length + Math.min(cost, budget.mostPerHour) - budget.mostPerHour;
  if (tooMany <= 0) return now;
  return new Date((spent[tooMany - 1] ?? now.getTime()) + hourMilliseconds);
}

function withinTheHour({ spentAt }: RequestBudget, now: Date): readonly number[] {
  return spentAt.filter((at) => at > now.getTime() - hourMilliseconds);
}
