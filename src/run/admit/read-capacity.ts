import type { OneAnswer } from "../../forge/one-request.ts";
import { askRateLimit } from "../../forge/resources/rate-limit.ts";
import type { HeldToken } from "./admit-deps.ts";
import { evaluateCapacity, readForgeClock } from "./capacity.ts";
import type { Capacity } from "./capacity.ts";
import { askRepeatedly, limitRequest } from "./wire.ts";
import type { Wire } from "./wire.ts";

/** The capacity, and the forge's time when it responded. */
export interface CapacityNews {
  readonly capacity: Capacity;
  readonly now: Date;
}

/**
 * Reads the number of requests that a token has left. Retries after network and server errors, but
 * not after a rejection.
 */
export async function readCapacity(
  { token, isNew }: Pick<HeldToken, "token" | "isNew">,
  wire: Wire,
): Promise<CapacityNews> {
  const { profile, send, deps } = wire;
  const ask = () => askRateLimit({ send, profile, token, signal: limitRequest(wire) });
  const answer = await askRepeatedly(ask, { wire, isNew, isFinal });
  if (!answer) return { capacity: { kind: "unreadable" }, now: deps.now() };
  return { capacity: evaluateCapacity(answer), now: readForgeClock(answer, deps.now()) };
}

/** A truncated response can be complete on the next attempt, but a rejection is final. */
function isFinal(answer: OneAnswer): boolean {
  const isRejection = answer.status >= 300 && answer.status < 500;
  return isRejection || evaluateCapacity(answer).kind !== "unreadable";
}
