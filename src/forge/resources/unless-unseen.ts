import { isRefused } from "../forge-errors.ts";

/** What was read, or undefined where the forge does not show it to this login: unknown, never empty. */
export async function unlessUnseen<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isRefused(error, 403, 404)) return undefined;
    throw error;
  }
}
