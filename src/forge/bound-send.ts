import { abortAfter } from "../shared/abort-after.ts";
import type { SendOnce } from "./one-request.ts";

/** Time limits in milliseconds for minting and revoking a token. */
const patience = { making: 3000, ending: 2500 };

/**
 * Wraps a transport for code that mints a token and revokes it. Reads stop as soon as the signal
 * aborts. Minting may take a little longer, because only the response contains the token to revoke.
 * Revoking has its own time limit and ignores the signal.
 */
export function createBoundSend(
  send: SendOnce,
  { signal }: { readonly signal: AbortSignal },
  { making, ending } = patience,
): SendOnce {
  const late = new AbortController();
  const end = () => abortAfter(making).addEventListener("abort", () => late.abort(signal.reason));
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  return async (request) => {
    const { method } = request;
    if (method !== "DELETE") signal.throwIfAborted();
    const own = method === "DELETE" ? abortAfter(ending) : method === "GET" ? signal : late.signal;
    return send({ ...request, signal: AbortSignal.any([request.signal, own]) });
  };
}

/** Returns a copy of a location whose transport stops with the signal. */
export function bindLocation<T extends { readonly send: SendOnce }>(
  location: T,
  options: { readonly signal: AbortSignal },
): T {
  return { ...location, send: createBoundSend(location.send, options) };
}
