import { UserError, exitCode } from "../../src/shared/errors.ts";
import type { Clock } from "./clock.ts";

/** Nobody came in time. What was opened is closed; starting again costs nothing. */
export class TimedOut extends UserError {
  readonly exitCode = exitCode.incomplete;

  constructor(what: string) {
    super(`${what} did not happen in time.`, [
      { say: "Try again; on the wait screen, e gives more time" },
    ]);
  }
}

/** The end of a wait, which the person may put off. */
export interface Deadline {
  at(): Date;
  extend(): void;
  /** Rejects with `TimedOut` at the deadline, and with the signal's reason before. Never resolves. */
  passed(signal: AbortSignal): Promise<never>;
}

const minute = 60_000;

/** Long enough to sign in and to ask a colleague. */
export const usualMinutes = 10;

/** @param minutes until then, and how many more each time that it is put off */
export function createDeadline(
  what: string,
  { now, pause }: Clock,
  minutes = usualMinutes,
): Deadline {
  let at = now().getTime() + minutes * minute;
  return {
    at: () => new Date(at),
    extend: () => {
      at += minutes * minute;
    },
    passed: async (signal) => {
      for (;;) {
        signal.throwIfAborted();
        const left = at - now().getTime();
        if (left <= 0) throw new TimedOut(what);
        await pause(left, signal);
      }
    },
  };
}
