import { askRateLimit } from "../../forge/resources/rate-limit.ts";
import type { Secret } from "../../shared/secret.ts";
import { evaluateCapacity, readForgeClock } from "./capacity.ts";
import type { Capacity } from "./capacity.ts";
import { limitRequest } from "./wire.ts";
import type { Wire } from "./wire.ts";

/** What the forge says, and when by its own clock. */
export interface CapacityNews {
  readonly capacity: Capacity;
  readonly now: Date;
}

const attempts = 3;
const firstPauseMilliseconds = 250;

/** Asks what is left for a token: again where the network or the forge stumbles, never where it said no. */
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
    // Half an answer may come whole the next time; a refusal will not.
    const isFinal = capacity.kind !== "unreadable" || (answer.status >= 300 && answer.status < 500);
    return { news: { capacity, now: readForgeClock(answer, deps.now()) }, isFinal };
  } catch {
    // The network's own words may quote the token that no header can carry.
    return undefined;
  }
}
