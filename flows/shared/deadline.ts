import { UserError, exitCode } from "../../src/shared/errors.ts";

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

const minutes = 10;

export function createDeadline(what: string, now: () => Date): Deadline {
  let at = now().getTime() + minutes * 60_000;
  return {
    at: () => new Date(at),
    extend: () => {
      at += minutes * 60_000;
    },
    passed: (signal) =>
      new Promise((_, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const stop = () => {
          clearTimeout(timer);
          reject(signal.reason as Error);
        };
        const look = () => {
          const left = at - now().getTime();
          if (left > 0) {
            timer = setTimeout(look, left).unref();
            return;
          }
          signal.removeEventListener("abort", stop);
          reject(new TimedOut(what));
        };
        if (signal.aborted) return stop();
        signal.addEventListener("abort", stop, { once: true });
        look();
      }),
  };
}
