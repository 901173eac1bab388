import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "../../../flows/shared/clock.ts";

export interface VirtualClock extends Clock {
  /** Moves the clock (ms). Each pause that ends within this time ends in order. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Returns the number of active pauses. */
  readonly pauses: () => number;
}

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** Creates a clock that moves only when a test moves it. */
export function createVirtualClock(start = Date.parse("2026-01-01T12:00:00Z")): VirtualClock {
  let time = start;
  const sleepers = new Set<Sleeper>();
  const nextUntil = (end: number) =>
    [...sleepers].filter(({ until }) => until <= end).toSorted((a, b) => a.until - b.until)[0];
  return {
    now: () => new Date(time),
    pauses: () => sleepers.size,
    pause: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        const stop = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason as Error);
        };
        const wake = () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        };
        const sleeper = { until: time + milliseconds, wake };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", stop, { once: true });
      }),
    pass: async (milliseconds) => {
      const end = time + milliseconds;
      await turn();
      for (let next = nextUntil(end); next; next = nextUntil(end)) {
        time = next.until;
        sleepers.delete(next);
        next.wake();
        await turn();
      }
      time = end;
    },
  };
}
