import { Stopped } from "./errors.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Returns a signal that aborts with a Stopped when the process receives a stop signal. The process
 * then decides when to exit, so that a step can clean up first. When a run is cancelled, the runner
 * waits 7.5 seconds between its first two signals.
 */
export function listenForStop(run: Pick<NodeJS.Process, "on"> = process): AbortSignal {
  const over = new AbortController();
  for (const signal of signals) run.on(signal, () => over.abort(new Stopped(signal)));
  return over.signal;
}
