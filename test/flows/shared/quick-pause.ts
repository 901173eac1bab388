import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "../../../flows/shared/clock.ts";

const longestPauseMilliseconds = 10_000;

/** Skips pauses between two checks. A longer pause is a deadline: it ends with its wait. */
export const quickPause: Clock["pause"] = async (milliseconds, signal) => {
  if (milliseconds > longestPauseMilliseconds) await new Promise<void>((end) => onEnd(signal, end));
  else await turn();
  signal?.throwIfAborted();
};

function onEnd(signal: AbortSignal | undefined, end: () => void): void {
  if (signal?.aborted) end();
  else signal?.addEventListener("abort", end, { once: true });
}
