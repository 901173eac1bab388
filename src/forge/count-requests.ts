/** What requests cost, and what is left, by the forge's own headers. */
export interface RequestCount {
  /** Each try of a request is one. */
  readonly requests: number;
  /** Of these, answers that found nothing changed: they are free. */
  readonly unchanged: number;
  /** Of these, what the forge counts. */
  readonly counted: number;
  /** Of the login's primary capacity; undefined until an answer told. */
  readonly core: CoreCapacity | undefined;
}

export interface CoreCapacity {
  readonly remaining: number;
  readonly limit: number;
  /** Seconds since 1970. */
  readonly reset: number;
}

export interface CountedFetch {
  readonly wrap: (send: typeof globalThis.fetch) => typeof globalThis.fetch;
  readonly count: () => RequestCount;
}

/** Counts what goes through a fetch: the one that is handed to `wrap`. */
export function countRequests(): CountedFetch {
  let requests = 0;
  let counted = 0;
  let unchanged = 0;
  let core: CoreCapacity | undefined;
  return {
    wrap: (send) => async (input, init) => {
      requests += 1;
      const response = await send(input, init);
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (response.status === 304) unchanged += 1;
      else if (!pathname.endsWith("/rate_limit")) counted += 1;
      // Who asks without a login has a capacity of an address, which is nobody's here.
      const isSigned = new Headers(init?.headers).has("authorization");
      if (isSigned) core = readCore(response.headers) ?? core;
      return response;
    },
    count: () => ({ requests, unchanged, counted, core }),
  };
}

/** The same for one fetch, which is there already. */
export function countFetch({ fetch: send }: { readonly fetch: typeof globalThis.fetch }): {
  readonly fetch: typeof globalThis.fetch;
  readonly count: () => RequestCount;
} {
  const { wrap, count } = countRequests();
  return { fetch: wrap(send), count };
}

function readCore(headers: Headers): CoreCapacity | undefined {
  if (headers.get("x-ratelimit-resource") !== "core") return undefined;
  const [remaining, limit, reset] = ["remaining", "limit", "reset"].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
  );
  const known = [remaining, limit, reset].every(Number.isSafeInteger);
  return known && remaining !== undefined && limit !== undefined && reset !== undefined
    ? { remaining, limit, reset }
    : undefined;
}
