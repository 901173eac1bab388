import type { Answer } from "./send-request.ts";

export interface Pace {
  readonly tries: number;
  /** Before the second try; before each further one twice as long. */
  readonly firstWaitMs: number;
  /** However long the forge asks for. */
  readonly longestWaitMs: number;
}

/** Milliseconds until another try; undefined where an answer stands, or where the forge will not be ready that soon. */
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
  // A budget that is used up is no fuller before it is filled again.
  return reset <= pace.longestWaitMs ? reset : undefined;
}

/** Whether the forge was asked too often: by its status, or by what it says of the budget beside a 403. */
export function isLimited({ status, headers }: Pick<Answer, "status" | "headers">): boolean {
  if (status === 429) return true;
  const isUsedUp = headers["x-ratelimit-remaining"] === "0";
  return status === 403 && (isUsedUp || headers["retry-after"] !== undefined);
}

/** When the forge may be asked again, as it says; undefined where it does not. */
export function readyAt(answer: Pick<Answer, "status" | "headers">, now: number): Date | undefined {
  const wait = retryAfterMs(answer, now) ?? resetMs(answer, now);
  const time = new Date(now + (wait ?? Number.NaN));
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** By how much the forge's clock is ahead of ours, in milliseconds; 0 where it does not tell the time. */
export function aheadMs({ headers }: Pick<Answer, "headers">, now: number): number {
  const time = readTime(headers["date"]);
  return Number.isNaN(time) ? 0 : time - now;
}

/** A time as HTTP has it; NaN for what `Date.parse` would make one of, such as "-5". */
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
