import type { Liveness } from "../../src/credentials/revoke-token.ts";
import type { Clock } from "./clock.ts";

export interface RefusalWait extends Clock {
  readonly signal: AbortSignal;
  readonly patienceMilliseconds: number;
  readonly pollMilliseconds: number;
}

/**
 * Tries a credential until it is rejected or the time limit is reached.
 * @returns the last result
 */
export async function waitUntilRefused(
  attempt: () => Promise<Liveness>,
  wait: RefusalWait,
): Promise<Liveness> {
  const end = wait.now().getTime() + wait.patienceMilliseconds;
  for (;;) {
    const liveness = await attempt();
    if (liveness === "refused" || wait.now().getTime() >= end) return liveness;
    await wait.pause(wait.pollMilliseconds, wait.signal);
  }
}
