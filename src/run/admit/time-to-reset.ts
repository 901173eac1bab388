import { toMoment } from "../../forge/parse-object.ts";

/** The time until requests are available again, in the two units that the summary uses. */
export interface TimeToReset {
  /** Whole minutes, rounded up. */
  readonly minutes: number;
  /** Hours, rounded up to hundredths. */
  readonly hours: number;
}

/** @param reset Unix seconds */
export function timeToReset(reset: number, now: Date): TimeToReset {
  const seconds = Math.max(0, reset - now.getTime() / 1000);
  return { minutes: Math.ceil(seconds / 60), hours: Math.ceil(seconds / 36) / 100 };
}

/** Formats a time in ISO 8601, UTC; undefined if it is out of range. */
export function formatReset(reset: number): string | undefined {
  return toMoment(reset)?.toISOString();
}
