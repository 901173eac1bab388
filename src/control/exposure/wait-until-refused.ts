import type { Liveness } from "../../credentials/revoke-token.ts";

export interface ProofWait {
  readonly now: () => Date;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly patienceMilliseconds: number;
  readonly pollMilliseconds: number;
}

/** Tries a credential until the forge refuses it, or the patience is over. @returns the last answer */
export async function waitUntilRefused(
  attempt: () => Promise<Liveness>,
  wait: ProofWait,
): Promise<Liveness> {
  const end = wait.now().getTime() + wait.patienceMilliseconds;
  for (;;) {
    const liveness = await attempt();
    if (liveness === "refused" || wait.now().getTime() >= end) return liveness;
    await wait.pause(wait.pollMilliseconds, wait.signal);
  }
}
