import type { BegunStore } from "./journal-results.ts";

/** Tolerated difference between the clocks of this machine and of GitHub, in milliseconds. */
export const clocksMilliseconds = 10 * 60_000;

/**
 * Returns whether an attempt to store a key, whose result is unknown, left the secret unchanged.
 *
 * @param date date on which the secret was last stored, according to GitHub; undefined if it does
 *   not exist. GitHub's dates have whole seconds, so an unchanged date is evidence only if it is
 *   well before the attempt.
 */
export function isUntouched({ at, before }: BegunStore, date: string | undefined): boolean {
  if (date === undefined) return true;
  return date === before && Date.parse(date) < Date.parse(at) - clocksMilliseconds;
}
