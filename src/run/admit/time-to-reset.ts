import { toMoment } from "../../forge/parse-object.ts";

/** How long until requests come back, in the two ways in which it is said. */
export interface TimeToReset {
  /** Whole ones, and rather more than less. */
  readonly minutes: number;
  /** Hundredths, and rather more than less. */
  readonly hours: number;
}

/** @param reset seconds since 1970 */
export function timeToReset(reset: number, now: Date): TimeToReset {
  const seconds = Math.max(0, reset - now.getTime() / 1000);
  return { minutes: Math.ceil(seconds / 60), hours: Math.ceil(seconds / 36) / 100 };
}

/** ISO 8601 in UTC; undefined for a moment that no calendar has. */
export function formatReset(reset: number): string | undefined {
  return toMoment(reset)?.toISOString();
}
