import { exitCode, UserError } from "../shared/errors.ts";
import type { Budget } from "./budget.ts";
import type { AnswerHeaders, SendOnce } from "./one-request.ts";

/** The cost of requests and the remaining capacity, from GitHub's headers. */
export interface RequestCount {
  /** Number of requests, including retries. */
  readonly requests: number;
  /** Number of requests with an unchanged response (304), which GitHub does not count. */
  readonly unchanged: number;
  /**
   * Number of requests that GitHub counts. A pending request counts until its response shows
   * otherwise.
   */
  readonly counted: number;
  /** The login's primary rate limit, as last reported; undefined before the first response. */
  readonly core: Budget | undefined;
}

/** The permitted number of requests is used up. */
export class BudgetSpent extends UserError {
  readonly exitCode = exitCode.refused;

  constructor() {
    super("The request limit for this hour is used up.");
  }
}

export interface CountedSend {
  readonly wrap: (send: SendOnce) => SendOnce;
  readonly count: () => RequestCount;
  /**
   * Sets the number of further requests that may count toward GitHub's limit. Any request after
   * that throws BudgetSpent.
   */
  readonly allow: (most: number) => void;
  readonly hasRoomFor: (requests: number) => boolean;
}

/** Returns a counter whose `wrap` counts the requests of one transport. */
export function countRequests(): CountedSend {
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
    wrap: (send) => async (request) => {
      if (allowed < 1) throw new BudgetSpent();
      requests += 1;
      charge(1);
      const { status, headers, ...answer } = await send(request);
      // Without a login, GitHub limits requests per IP address. That limit is not relevant here.
      const isSigned = request.headers["authorization"] !== undefined;
      // Requests without a credential that go to GitHub's storage do not count toward the rate
      // limit.
      const isStored = !isSigned && headers["x-ratelimit-limit"] === undefined;
      const isFree = request.address.pathname.endsWith("/rate_limit");
      if (status === 304) unchanged += 1;
      if (status === 304 || isStored || isFree) charge(-1);
      if (isSigned) core = readCore(headers) ?? core;
      return { status, headers, ...answer };
    },
    count: () => ({ requests, unchanged, counted, core }),
    allow: (most) => (allowed = most),
    hasRoomFor: (wanted) => allowed >= wanted,
  };
}

/** Counts the requests that are sent through a transport. */
export function countSend({ send }: { readonly send: SendOnce }): {
  readonly send: SendOnce;
  readonly count: () => RequestCount;
} {
  const { wrap, count } = countRequests();
  return { send: wrap(send), count };
}

function readCore(headers: AnswerHeaders): Budget | undefined {
  if (headers["x-ratelimit-resource"] !== "core") return undefined;
  const [remaining, limit, reset] = ["remaining", "limit", "reset"].map((name) =>
    Number(headers[`x-ratelimit-${name}`] ?? Number.NaN),
  );
  const known = [remaining, limit, reset].every(Number.isSafeInteger);
  return known && remaining !== undefined && limit !== undefined && reset !== undefined
    ? { remaining, limit, reset }
    : undefined;
}
