import type { BegunStore } from "./journal-results.ts";

/** So far may the clocks of this machine and the forge be apart. */
export const clocksMilliseconds = 10 * 60_000;

/**
 * Whether a secret is as it was before somebody began to store a key in it, of whom nobody knows how that ended.
 * @param date when the forge says that the secret was stored last; undefined where it is not there. The forge counts
 *   whole seconds: a date that is the same tells something only when it is from well before.
 */
export function isUntouched({ at, before }: BegunStore, date: string | undefined): boolean {
  if (date === undefined) return true;
  return date === before && Date.parse(date) < Date.parse(at) - clocksMilliseconds;
}
