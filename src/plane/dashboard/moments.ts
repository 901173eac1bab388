import { longestAheadSeconds } from "../../run/admit/gate-record.ts";

/** Converts a timestamp from the forge to UTC; null if the timestamp is invalid. */
export function readMoment(text: string): string | null {
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text);
  const time = Date.parse(text);
  return isMoment && !Number.isNaN(time) ? new Date(time).toISOString() : null;
}

/**
 * Returns whether a reset time is plausible. GitHub resets the limit every hour, so a time more
 * than two hours ahead is not plausible.
 */
export function isPlausibleReset(reset: string, now: Date): boolean {
  return Date.parse(reset) - now.getTime() <= longestAheadSeconds * 1000;
}
