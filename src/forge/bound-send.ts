import { abortAfter } from "../shared/abort-after.ts";
import type { SendOnce } from "./one-request.ts";

/** In milliseconds. */
const patience = { making: 3000, ending: 2500 };

/**
 * The same way for who mints a token and ends it. A look ends as soon as the signal says so. What makes a token has a
 * moment longer: only its answer tells the token that has to be ended. What ends one has a time of its own, signal or no.
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

/** The same place, asked by a bound way. */
export function bindPlace<T extends { readonly send: SendOnce }>(
  place: T,
  options: { readonly signal: AbortSignal },
): T {
  return { ...place, send: createBoundSend(place.send, options) };
}
