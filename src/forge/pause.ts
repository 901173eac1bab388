import { setTimeout } from "node:timers/promises";

/** Waits before the next poll. Rejects with the signal's reason if the signal aborts. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, signal && { signal }).catch((error: unknown) => {
    throw signal?.reason ?? error;
  });
}
