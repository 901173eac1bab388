import { setTimeout } from "node:timers/promises";

/** Waits between two looks at something that tells no events; ends with the signal's own reason. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, signal && { signal }).catch((error: unknown) => {
    throw signal?.reason ?? error;
  });
}
