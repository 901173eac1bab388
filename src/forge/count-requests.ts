import { exitCode, UserError } from "../shared/errors.ts";
import type { Budget } from "./budget.ts";
import type { AnswerHeaders, SendOnce } from "./one-request.ts";

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

export interface CountedSend {
  readonly wrap: (send: SendOnce) => SendOnce;
  readonly count: () => RequestCount;
  /** From now on only so many pass that the forge counts, and the next one throws BudgetSpent. */
  readonly allow: (most: number) => void;
  readonly hasRoomFor: (requests: number) => boolean;
}

/** Counts what goes through one way to the forge: the one that is handed to `wrap`. */
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
      // Who asks without a login has a capacity of an address, which is nobody's here.
      const isSigned = request.headers["authorization"] !== undefined;
      // What lies in the forge's storage is asked for by nobody, and nobody counts it.
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

/** The same for one way, which is there already. */
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
