/** When requests were made that the forge counts, and how many there may be in an hour. */
export interface RequestBudget {
  readonly mostPerHour: number;
  /** Milliseconds since 1970, oldest first. */
  readonly spentAt: readonly number[];
}

const hourMilliseconds = 3_600_000;

export function spend(budget: RequestBudget, count: number, now: Date): RequestBudget {
  const at = now.getTime();
  const spentAt = [...withinTheHour(budget, now), ...Array.from({ length: count }, () => at)];
  return { ...budget, spentAt };
}

/** How many of the last hour's requests the forge counted. */
export function spentOf(budget: RequestBudget, now: Date): number {
  return withinTheHour(budget, now).length;
}

/**
 * When a look that costs so many may be made: now, or once enough of the last hour's are over.
 * @returns undefined for one that costs more than an hour has
 */
export function mayLookAt(budget: RequestBudget, cost: number, now: Date): Date | undefined {
  if (cost > budget.mostPerHour) return undefined;
  const spent = withinTheHour(budget, now);
  const tooMany = spent.length + cost - budget.mostPerHour;
  if (tooMany <= 0) return now;
  return new Date((spent[tooMany - 1] ?? now.getTime()) + hourMilliseconds);
}

function withinTheHour({ spentAt }: RequestBudget, now: Date): readonly number[] {
  return spentAt.filter((at) => at > now.getTime() - hourMilliseconds);
}
