import { constants } from "node:os";

/**
 * Returns the name of an error number, such as `ENOENT`. @param errno a positive kernel error
 * number
 */
export function nameErrno(errno: number): string {
  const found = Object.entries(constants.errno).find(([, number]) => number === errno);
  return found?.[0] ?? `error ${errno}`;
}
