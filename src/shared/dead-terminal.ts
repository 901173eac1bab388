import { closeSync, openSync } from "node:fs";
import { isatty } from "node:tty";

const standard = [0, 1, 2] as const;

/**
 * Keeps the end of the process from being an abort. Node gives a terminal its settings back in the end, and aborts
 * where it cannot, as when the terminal has closed: with a core dump of all that is in memory.
 * @returns what takes the place of terminals that are gone; call it when the process exits
 * @see ResetStdio in node's src/node.cc
 */
export function watchTerminals(): () => void {
  const terminals = standard.filter((fd) => isatty(fd));
  return () => {
    for (const fd of terminals.filter((one) => !isatty(one))) replaceByNothing(fd);
  };
}

function replaceByNothing(fd: number): void {
  try {
    closeSync(fd);
    // The lowest free number is taken: the one that has just been closed.
    openSync("/dev/null", "r+");
  } catch {
    // Best effort: a number that is closed is not given its settings back either.
  }
}
