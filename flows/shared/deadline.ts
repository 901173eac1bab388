import { UserError, exitCode } from "../../src/shared/errors.ts";
import type { Clock } from "./clock.ts";

/** The user did not act in time. Opened resources are closed; starting again is harmless. */
export class TimedOut extends UserError {
  readonly exitCode = exitCode.incomplete;

  constructor(what: string) {
    super(`${what} timed out.`, [{ text: "Try again; on the wait screen, press e for more time" }]);
  }
}

/** The time limit of a wait, which the operator can extend. */
export interface Deadline {
  at(): Date;
  extend(): void;
  /**
   * Rejects with `TimedOut` at the deadline, or with the signal's reason if the signal is aborted
   * first. Never resolves.
   */
  passed(signal: AbortSignal): Promise<never>;
}

const minute = 60_000;

/** Enough time to sign in and to ask a colleague. */
export const usualMinutes = 10;

/** @param minutes length of the wait and of each extension */
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
