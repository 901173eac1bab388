/** Formats a time as GitHub does: UTC, whole seconds. */
export function timestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/**
 * Returns a timestamp for a change. It is always later than the timestamp of the previous change,
 * even within the same second.
 */
export function changeTime(before: string, now: Date): string {
  const soonest = new Date(before).getTime() + 1000;
  return timestamp(new Date(Math.max(soonest, now.getTime())));
}

const hourMilliseconds = 3_600_000;

export function inOneHour(now: Date): string {
  return timestamp(new Date(now.getTime() + hourMilliseconds));
}
