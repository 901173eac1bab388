/**
 * Returns a signal that aborts after a number of milliseconds, without keeping the process running.
 * A signal from `AbortSignal.timeout` can be garbage-collected before it aborts, because
 * `AbortSignal.any` references its sources weakly. This function's timer references the signal.
 */
export function abortAfter(milliseconds: number): AbortSignal {
  const over = new AbortController();
  const late = () => over.abort(new DOMException("The time limit was exceeded", "TimeoutError"));
  setTimeout(late, milliseconds).unref();
  return over.signal;
}
