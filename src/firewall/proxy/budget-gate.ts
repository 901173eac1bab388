import type { BudgetRule } from "../rules/budget-rule.ts";
import type { Denial } from "./refusal/denial.ts";

export type { Denial } from "./refusal/denial.ts";

/** A value, or a promise of it if a part of a shared budget must be requested first. */
export type Later<T> = T | Promise<T>;

/** Counts everything that a session uses, and denies what exceeds its budget. */
export interface BudgetGate {
  /**
   * Counts a request before it is sent.
   * @param rules entries of the budget that cover the request
   * @param call request to a provider through the sidecar, whose tokens count
   */
  admit(rules: readonly BudgetRule[], call?: ProvidedCall): Later<Admission | Denial>;
  /** Registers a function that closes open connections at the time limit. */
  onExpired(close: () => void): void;
}

/** A request that the budget allows. */
export interface Admission {
  /** Counts bytes to the origin before they are sent. Returns a denial if they exceed the budget. */
  upload(bytes: number): Later<Denial | undefined>;
  /** Counts the request again before it is repeated. */
  repeat(): Later<Denial | undefined>;
  /** Reads the response if the request was sent; undefined if its tokens do not count. */
  readonly usage?: UsageReader | undefined;
}

/** A request to a provider's API. */
export interface ProvidedCall {
  readonly method: string;
  /** Path of the provider's base URL, without a trailing slash. The target begins with it. */
  readonly base: string;
  /** Path and query. */
  readonly target: string;
}

/** Reads the tokens of one response, without delaying or keeping its bytes. */
export interface UsageReader {
  received(chunk: Buffer): void;
  /** Counts the tokens once the response is complete or failed. */
  end(outcome: CallOutcome): void;
}

interface CallOutcome {
  /** Status code of the provider; undefined without a response. */
  readonly status?: number | undefined;
  /** Reason why the response is incomplete; undefined if it is complete. */
  readonly failure?: string | undefined;
  /** Size of the request's body. */
  readonly bytesSent: number;
}

/** An upload exceeds the budget, so the rest is not sent. */
export class BudgetSpent extends Error {
  readonly denial: Denial;
  constructor(denial: Denial) {
    super(denial.explanation);
    this.denial = denial;
  }
}

export function isDenied(admitted: Admission | Denial): admitted is Denial {
  return "allowed" in admitted;
}
