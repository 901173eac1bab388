import { constants } from "node:os";

/** `ENOENT`. @param errno a positive number, as the kernel counts errors */
export function nameErrno(errno: number): string {
  const found = Object.entries(constants.errno).find(([, number]) => number === errno);
  return found?.[0] ?? `error ${errno}`;
}
