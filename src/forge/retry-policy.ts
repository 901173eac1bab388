import type { OneAnswer } from "./one-request.ts";

/** Number of attempts for a request that can be repeated. */
export const attempts = 3;

const firstPauseMilliseconds = 250;
const newTokenPauseMilliseconds = 1000;

/** Returns the pause before the next attempt, in milliseconds. */
export function pauseAfter(attempt: number, { isTooEarly }: { isTooEarly: boolean }): number {
  return isTooEarly ? newTokenPauseMilliseconds : firstPauseMilliseconds * 2 ** (attempt - 1);
}

/**
 * Returns whether no requests are left. GitHub can block a client that repeats requests until the
 * reset.
 */
export function isUsedUp({ headers }: Pick<OneAnswer, "headers">): boolean {
  return headers["x-ratelimit-remaining"] === "0";
}
