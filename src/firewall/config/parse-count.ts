import { fault, type Fault } from "../rules/fault.ts";
import { isUnlimited } from "./parse-size.ts";

/**
 * Minimum number of processes. The starter, a shell and the shell's children already need a few.
 */
const least = 8;
/** The kernel's maximum number of process IDs. */
const most = 4_194_304;

/**
 * Reads a limit on the number of processes and threads.
 * @returns 0 for no limit
 */
export function parseCount(text: string): number | Fault {
  if (isUnlimited(text)) return 0;
  if (!/^\d{1,15}$/.test(text)) return fault("is not a valid number of processes");
  const count = Number(text);
  if (count < least) return fault(`is less than ${least}`, String(least));
  return count <= most ? count : fault(`is more than ${most}`, String(most));
}
