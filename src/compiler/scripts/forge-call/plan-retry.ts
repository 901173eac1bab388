import type { Answer } from "./send-request.ts";

export interface Pace {
  readonly tries: number;
  /** Wait in ms before the second attempt. The wait doubles before each further attempt. */
  readonly firstWaitMs: number;
  /** Maximum wait in ms, even if the server asks for more. */
  readonly longestWaitMs: number;
}

/**
 * Returns the wait in ms before the next attempt; undefined if the response is final or the limit
 * resets too late.
 */
export function planRetry(
  answer: Pick<Answer, "status" | "headers"> | undefined,
  tried: number,
  { pace, now }: { readonly pace: Pace; readonly now: number },
): number | undefined {
  if (tried >= pace.tries) return undefined;
  const usual = pace.firstWaitMs * 2 ** (tried - 1);
  if (!answer) return usual;
  if (answer.status < 500 && !isLimited(answer)) return undefined;
  const asked = retryAfterMs(answer, now);
  if (asked !== undefined) return Math.min(asked, pace.longestWaitMs);
  const reset = isLimited(answer) ? resetMs(answer, now) : undefined;
  if (reset === undefined) return usual;
  // An exceeded rate limit does not recover before its reset time.
  return reset <= pace.longestWaitMs ? reset : undefined;
}

/**
 * Returns whether the rate limit is exceeded, as shown by the status, or by the headers of a 403
 * response.
 */
export function isLimited({ status, headers }: Pick<Answer, "status" | "headers">): boolean {
  if (status === 429) return true;
  const isUsedUp = headers["x-ratelimit-remaining"] === "0";
  return status === 403 && (isUsedUp || headers["retry-after"] !== undefined);
}

/**
 * Returns the time at which the server accepts requests again; undefined if the server does not
 * state a time.
 */
export function readyAt(answer: Pick<Answer, "status" | "headers">, now: number): Date | undefined {
  const wait = retryAfterMs(answer, now) ?? resetMs(answer, now);
  const time = new Date(now + (wait ?? Number.NaN));
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** Returns how many milliseconds the server's clock is ahead; 0 if the response has no date. */
export function aheadMs({ headers }: Pick<Answer, "headers">, now: number): number {
  const time = readTime(headers["date"]);
  return Number.isNaN(time) ? 0 : time - now;
}

/**
 * Parses an HTTP date. Returns NaN for other strings that `Date.parse` would accept, such as "-5".
 */
function readTime(text: unknown): number {
  return typeof text === "string" && /^[A-Z][a-z]+, /.test(text) ? Date.parse(text) : Number.NaN;
}

function retryAfterMs(answer: Pick<Answer, "headers">, now: number): number | undefined {
  const text = answer.headers["retry-after"];
  if (typeof text !== "string") return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const time = readTime(text) - now - aheadMs(answer, now);
  return Number.isNaN(time) ? undefined : Math.max(0, time);
}

function resetMs(answer: Pick<Answer, "headers">, now: number): number | undefined {
  const text = answer.headers["x-ratelimit-reset"];
  if (typeof text !== "string" || !/^\d{1,12}$/.test(text)) return undefined;
  return Math.max(0, Number(text) * 1000 - now - aheadMs(answer, now));
}
