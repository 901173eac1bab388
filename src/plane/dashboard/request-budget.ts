/** When requests were made that the forge counts, and how many there may be in an hour. */
export interface RequestBudget {
  readonly mostPerHour: number;
  /** Milliseconds since 1970, oldest first. */
  readonly spentAt: readonly number[];
}

const hourMilliseconds = 3_600_000;

/** @param count of requests; of fewer than none, as many of the latest were no cost after all */
export function spend(budget: RequestBudget, count: number, now: Date): RequestBudget {
  const at = now.getTime();
  const kept = withinTheHour(budget, now);
  if (count < 0) return { ...budget, spentAt: kept.slice(0, count) };
  return { ...budget, spentAt: [...kept, ...Array.from({ length: count }, () => at)] };
}

/** How many of the last hour's requests the forge counted. */
export function spentOf(budget: RequestBudget, now: Date): number {
  return withinTheHour(budget, now).length;
}

/** How many the hour still has. */
export function leftOf(budget: RequestBudget, now: Date): number {
  return Math.max(0, budget.mostPerHour - spentOf(budget, now));
}

/** When a look that costs so many may be made: now, or once enough of the last hour's are over. */
export function mayLookAt(budget: RequestBudget, cost: number, now: Date): Date {
  const spent = withinTheHour(budget, now);
  const tooMany = spent.length + Math.min(cost, budget.mostPerHour) - budget.mostPerHour;
  if (tooMany <= 0) return now;
  return new Date((spent[tooMany - 1] ?? now.getTime()) + hourMilliseconds);
}

function withinTheHour({ spentAt }: RequestBudget, now: Date): readonly number[] {
  return spentAt.filter((at) => at > now.getTime() - hourMilliseconds);
}
