import { authenticate } from "../auth/authenticate.ts";
import { budgetOwner, type Caller } from "../auth/caller.ts";
import type { Forge, Request } from "./call.ts";
import { Refusal } from "./reply.ts";

/**
 * Maximum number of simultaneous requests to REST and GraphQL together.
 * @see [doc] rest/using-the-rest-api/rate-limits-for-the-rest-api, secondary rate limits
 */
const mostAtOnce = 100;

/** Counts the open API requests of each caller, from arrival to response. */
export function countConcurrentRequests(forge: Pick<Forge, "world" | "now">) {
  const counts = new Map<string, number>();
  return (request: Request): (() => void) | undefined => {
    const isApi = request.area === "rest" || request.area === "graphql";
    if (!isApi || !forge.world.switches.rateLimits) return () => undefined;
    const who = budgetOwner(callerOf(forge, request));
    const count = counts.get(who) ?? 0;
    if (count >= mostAtOnce) return undefined;
    counts.set(who, count + 1);
    return () => void counts.set(who, (counts.get(who) ?? 1) - 1);
  };
}

function callerOf({ world, now }: Pick<Forge, "world" | "now">, { headers }: Request): Caller {
  try {
    return authenticate(world, headers["authorization"], now());
  } catch (error) {
    if (error instanceof Refusal) return { kind: "anonymous" };
    throw error;
  }
}
