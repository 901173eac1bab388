/**
 * Returns a signal that aborts after a number of milliseconds, without keeping the process running.
 * A signal of `AbortSignal.timeout` can be garbage-collected before and then never aborts, because
 * `AbortSignal.any` holds its sources weakly. Here, the timer holds the signal.
 */
export function abortAfter(milliseconds: number): AbortSignal {
  const over = new AbortController();
  const late = () => over.abort(new DOMException("The time limit was exceeded", "TimeoutError"));
  setTimeout(late, milliseconds).unref();
  return over.signal;
}
