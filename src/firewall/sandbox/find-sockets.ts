import { readFileSync } from "node:fs";

/**
 * Returns the socket paths that programs on this machine have bound, from the kernel's list. A path
 * is absolute, or relative to the directory in which its program ran when it bound the socket. Any
 * program can add entries, so the paths only show where to search.
 * @returns undefined if the kernel's list cannot be read
 */
export function findSockets(): readonly string[] | undefined {
  try {
    return readSockets(readFileSync("/proc/net/unix", "utf8"));
  } catch {
    return undefined;
  }
}

/** @param table content of `/proc/net/unix` */
export function readSockets(table: string): readonly string[] {
  const lines = table.replace(/\n$/, "").split("\n");
  const names = lines.flatMap((line, at) => {
    const name = row.exec(line)?.[1];
    return name === undefined ? [] : spellings(name, lines.slice(at + 1, at + 1 + longestName));
  });
  return [...new Set(names)].filter((name) => name !== "");
}

/** The name follows seven columns. Names of abstract sockets begin with an @. */
const row = /^[\da-f]+:(?: +\S+){6} (?!@)(.*)$/;
const nextRow = /^[\da-f]+:(?: +\S+){6}/;
/** Maximum length in bytes of a socket path in the kernel. */
const longestName = 108;

/**
 * Returns all possible names, because a name can contain line breaks that the kernel does not
 * escape.
 */
function spellings(name: string, following: readonly string[]): readonly string[] {
  const [next, ...rest] = following;
  if (next === undefined || nextRow.test(next) || name.length + next.length >= longestName)
    return [name];
  return [name, ...spellings(`${name}\n${next}`, rest)];
}
