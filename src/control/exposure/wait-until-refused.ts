import type { Liveness } from "../../credentials/revoke-token.ts";

export interface ProofWait {
  readonly now: () => Date;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly patienceMilliseconds: number;
  readonly pollMilliseconds: number;
  readonly isOver?: () => boolean;
  readonly say?: (liveness: Liveness) => void;
}

/** Tries a credential until the forge refuses it, or the patience is over. @returns the last answer */
export async function waitUntilRefused(
  attempt: () => Promise<Liveness>,
  wait: ProofWait,
): Promise<Liveness> {
  const end = wait.now().getTime() + wait.patienceMilliseconds;
  for (;;) {
    const liveness = await attempt();
    if (liveness === "refused" || wait.isOver?.() || wait.now().getTime() >= end) return liveness;
    wait.say?.(liveness);
    await wait.pause(wait.pollMilliseconds, wait.signal);
  }
}
