/**
 * A signal that aborts when so many milliseconds have passed. That of `AbortSignal.timeout` may be collected before, and
 * then never does: `AbortSignal.any` holds what it is made of weakly. This one's clock holds it. It keeps no process alive.
 */
export function abortAfter(milliseconds: number): AbortSignal {
  const over = new AbortController();
  const late = () => over.abort(new DOMException("It took too long", "TimeoutError"));
  setTimeout(late, milliseconds).unref();
  return over.signal;
}
