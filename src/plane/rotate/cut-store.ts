import type { BegunStore } from "./journal-results.ts";

/** Tolerated difference between this machine's clock and GitHub's, in milliseconds. */
export const clocksMilliseconds = 10 * 60_000;

/**
 * Returns whether a secret is known to be unchanged after an attempt to store a key whose result is
 * unknown.
 *
 * @param date date on which the secret was last stored, according to GitHub; undefined if it does
 *   not exist. GitHub's dates have whole seconds, so an unchanged date is evidence only if it is
 *   well before the attempt.
 */
export function isUntouched({ at, before }: BegunStore, date: string | undefined): boolean {
  if (date === undefined) return true;
  return date === before && Date.parse(date) < Date.parse(at) - clocksMilliseconds;
}
