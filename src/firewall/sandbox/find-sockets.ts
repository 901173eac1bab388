import { readFileSync } from "node:fs";

/**
 * Paths by which the kernel knows the sockets of this machine's programs, as those have named them: whole, or from the
 * folder that they were in. Anybody can have anything written there; it says only where to look.
 * @returns undefined where the kernel does not tell
 */
export function findSockets(): readonly string[] | undefined {
  try {
    return readSockets(readFileSync("/proc/net/unix", "utf8"));
  } catch {
    return undefined;
  }
}

/** @param table `/proc/net/unix` */
export function readSockets(table: string): readonly string[] {
  // Behind six numbers; those that stand in no folder begin with an @.
  const rows = table.matchAll(/^[\da-f]+:(?: +\S+){6} ([^@\n].*)$/gm);
  return [...new Set([...rows].map(([, path = ""]) => path))];
}
