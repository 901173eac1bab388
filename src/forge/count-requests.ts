import { exitCode, UserError } from "../shared/errors.ts";
import type { Budget } from "./budget.ts";

/** What requests cost, and what is left, by the forge's own headers. */
export interface RequestCount {
  /** Each try of a request is one. */
  readonly requests: number;
  /** Of these, answers that found nothing changed: they are free. */
  readonly unchanged: number;
  /** Of these, what the forge counts. One that is under way is counted until its answer says otherwise. */
  readonly counted: number;
  /** Of the login's primary capacity; undefined until an answer told. */
  readonly core: Budget | undefined;
}

/** There were to be no more requests than have been made. */
export class BudgetSpent extends UserError {
  readonly exitCode = exitCode.refused;

  constructor() {
    super("The requests of this hour are spent.");
  }
}

export interface CountedFetch {
  readonly wrap: (send: typeof globalThis.fetch) => typeof globalThis.fetch;
  readonly count: () => RequestCount;
  /** From now on only so many pass that the forge counts, and the next one throws BudgetSpent. */
  readonly allow: (most: number) => void;
  readonly hasRoomFor: (requests: number) => boolean;
}

/** Counts what goes through a fetch: the one that is handed to `wrap`. */
export function countRequests(): CountedFetch {
  let requests = 0;
  let counted = 0;
  let unchanged = 0;
  let allowed = Number.POSITIVE_INFINITY;
  let core: Budget | undefined;
  const charge = (requestsCounted: number) => {
    counted += requestsCounted;
    allowed -= requestsCounted;
  };
  return {
    wrap: (send) => async (input, init) => {
      if (allowed < 1) throw new BudgetSpent();
      requests += 1;
      charge(1);
      const response = await send(input, init);
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      // Who asks without a login has a capacity of an address, which is nobody's here.
      const isSigned = new Headers(init?.headers).has("authorization");
      // What lies in the forge's storage is asked for by nobody, and nobody counts it.
      const isStored = !isSigned && !response.headers.has("x-ratelimit-limit");
      if (response.status === 304) unchanged += 1;
      if (response.status === 304 || isStored || pathname.endsWith("/rate_limit")) charge(-1);
      if (isSigned) core = readCore(response.headers) ?? core;
      return response;
    },
    count: () => ({ requests, unchanged, counted, core }),
    allow: (most) => (allowed = most),
    hasRoomFor: (wanted) => allowed >= wanted,
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

function readCore(headers: Headers): Budget | undefined {
  if (headers.get("x-ratelimit-resource") !== "core") return undefined;
  const [remaining, limit, reset] = ["remaining", "limit", "reset"].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
  );
  const known = [remaining, limit, reset].every(Number.isSafeInteger);
  return known && remaining !== undefined && limit !== undefined && reset !== undefined
    ? { remaining, limit, reset }
    : undefined;
}
