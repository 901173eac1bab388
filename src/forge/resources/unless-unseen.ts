import { isRefused } from "../forge-errors.ts";

/**
 * Returns the result; undefined if this login has no access. Undefined means unknown, never empty.
 */
export async function unlessUnseen<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isRefused(error, 403, 404)) return undefined;
    throw error;
  }
}
