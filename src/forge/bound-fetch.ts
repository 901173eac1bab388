/** The same fetch, whose requests are counted and all end when the signal says so. */
export function createBoundFetch(
  fetch: typeof globalThis.fetch,
  { signal, counting }: { readonly signal: AbortSignal; readonly counting: () => void },
): typeof globalThis.fetch {
  return (input, init = {}) => {
    counting();
    const signals = init.signal ? [init.signal, signal] : [signal];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
}
