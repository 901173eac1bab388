import { abortAfter } from "../shared/abort-after.ts";

/** In milliseconds. */
const patience = { making: 3000, ending: 2500 };

/**
 * The same fetch for who mints a token and ends it. A look ends as soon as the signal says so. What makes a token has a
 * moment longer: only its answer tells the token that has to be ended. What ends one has a time of its own, signal or no.
 */
export function createBoundFetch(
  fetch: typeof globalThis.fetch,
  { signal }: { readonly signal: AbortSignal },
  { making, ending } = patience,
): typeof globalThis.fetch {
  const late = new AbortController();
  const end = () => abortAfter(making).addEventListener("abort", () => late.abort(signal.reason));
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  return async (input, init = {}) => {
    const method = init.method ?? "GET";
    if (method !== "DELETE") signal.throwIfAborted();
    // What no header can carry is never sent.
    const headers = new Headers(init.headers);
    const own = method === "DELETE" ? abortAfter(ending) : method === "GET" ? signal : late.signal;
    const both = init.signal ? AbortSignal.any([init.signal, own]) : own;
    return fetch(input, { ...init, headers, signal: both });
  };
}

/** The same place, asked by a bound fetch. */
export function bindPlace<T extends { readonly fetch: typeof globalThis.fetch }>(
  place: T,
  options: { readonly signal: AbortSignal },
): T {
  return { ...place, fetch: createBoundFetch(place.fetch, options) };
}
