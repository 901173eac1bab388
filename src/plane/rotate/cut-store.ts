import type { BegunStore } from "./journal-results.ts";

/** Tolerated difference between the clocks of this machine and of GitHub, in milliseconds. */
export const clocksMilliseconds = 10 * 60_000;

/**
 * Returns whether a secret was not changed by an attempt to store a key in it, if the result of the
 * attempt is unknown.
 *
 * @param date date on which the secret was last stored, according to GitHub; undefined if it does
 *   not exist. GitHub counts whole seconds, so an equal date proves something only if it is well
 *   before the attempt.
 */
export function isUntouched({ at, before }: BegunStore, date: string | undefined): boolean {
  if (date === undefined) return true;
  return date === before && Date.parse(date) < Date.parse(at) - clocksMilliseconds;
}
