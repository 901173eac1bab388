import { askRateLimit } from "../../forge/resources/rate-limit.ts";
import type { Secret } from "../../shared/secret.ts";
import { evaluateCapacity, readForgeClock } from "./capacity.ts";
import type { Capacity } from "./capacity.ts";
import { limitRequest } from "./wire.ts";
import type { Wire } from "./wire.ts";

/** The capacity, and the forge's time when it responded. */
export interface CapacityNews {
  readonly capacity: Capacity;
  readonly now: Date;
}

const attempts = 3;
const firstPauseMilliseconds = 250;

/**
 * Reads the number of requests that a token has left. Retries after network and server errors, but
 * not after a rejection.
 */
export async function readCapacity(token: Secret, wire: Wire): Promise<CapacityNews> {
  const { deps, deadline } = wire;
  let news: CapacityNews = { capacity: { kind: "unreadable" }, now: deps.now() };
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const answer = await askOnce(token, wire);
    if (answer) news = answer.news;
    if (answer?.isFinal || attempt === attempts) break;
    await deps.pause(firstPauseMilliseconds * 2 ** (attempt - 1), deadline).catch(() => undefined);
    if (deadline.aborted) break;
  }
  return news;
}

async function askOnce(token: Secret, wire: Wire) {
  const { profile, send, deps } = wire;
  try {
    const answer = await askRateLimit({ send, profile, token, signal: limitRequest(wire) });
    const capacity = evaluateCapacity(answer);
    // A truncated response can be complete on the next attempt, but a rejection is final.
    const isFinal = capacity.kind !== "unreadable" || (answer.status >= 300 && answer.status < 500);
    return { news: { capacity, now: readForgeClock(answer, deps.now()) }, isFinal };
  } catch {
    // The error is not reported, because it could quote a token that is not valid in a header.
    return undefined;
  }
}
