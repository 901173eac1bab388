import { setTimeout } from "node:timers/promises";

/** Waits before polling again. Rejects with the signal's reason if it aborts. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, signal && { signal }).catch((error: unknown) => {
    throw signal?.reason ?? error;
  });
}
