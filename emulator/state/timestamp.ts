/** A time as the forge writes it: UTC, whole seconds. */
export function timestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** The time of a change: after the one before, even when both are in the same second. */
export function changeTime(before: string, now: Date): string {
  const soonest = new Date(before).getTime() + 1000;
  return timestamp(new Date(Math.max(soonest, now.getTime())));
}

const hourMilliseconds = 3_600_000;

export function inOneHour(now: Date): string {
  return timestamp(new Date(now.getTime() + hourMilliseconds));
}
