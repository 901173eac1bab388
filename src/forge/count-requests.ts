/** Requests that were made, and those of them that found nothing changed: they cost no capacity. */
export interface RequestCount {
  readonly made: number;
  readonly unchanged: number;
}

/** Counts what goes out by a fetch, each try of a request as one. */
export function countRequests({ fetch }: { readonly fetch: typeof globalThis.fetch }): {
  readonly fetch: typeof globalThis.fetch;
  readonly count: () => RequestCount;
} {
  let made = 0;
  let unchanged = 0;
  return {
    fetch: async (input, init) => {
      made += 1;
      const response = await fetch(input, init);
      if (response.status === 304) unchanged += 1;
      return response;
    },
    count: () => ({ made, unchanged }),
  };
}
