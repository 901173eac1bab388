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
  const lines = table.replace(/\n$/, "").split("\n");
  const names = lines.flatMap((line, at) => {
    const name = row.exec(line)?.[1];
    return name === undefined ? [] : spellings(name, lines.slice(at + 1, at + 1 + longestName));
  });
  return [...new Set(names)].filter((name) => name !== "");
}

/** Behind six numbers; those that stand in no folder begin with an @. */
const row = /^[\da-f]+:(?: +\S+){6} (?!@)(.*)$/;
const nextRow = /^[\da-f]+:(?: +\S+){6}/;
/** Bytes of the longest path at which the kernel creates a socket. */
const longestName = 108;

/** A name may have line breaks in it, and the kernel does not escape them. */
function spellings(name: string, following: readonly string[]): readonly string[] {
  const [next, ...rest] = following;
  if (next === undefined || nextRow.test(next) || name.length + next.length >= longestName)
    return [name];
  return [name, ...spellings(`${name}\n${next}`, rest)];
}
