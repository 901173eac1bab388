import { Stopped } from "./errors.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Aborts, with a Stopped, when the process is told to end; the process is then left to its own end. For a step that has
 * something to take back first: a runner that cancels a run waits 7.5 seconds between its first signal and the next.
 */
export function listenForStop(run: Pick<NodeJS.Process, "on"> = process): AbortSignal {
  const over = new AbortController();
  for (const signal of signals) run.on(signal, () => over.abort(new Stopped(signal)));
  return over.signal;
}
