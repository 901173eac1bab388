import { closeSync, openSync } from "node:fs";
import { isatty } from "node:tty";

const standard = [0, 1, 2] as const;

/**
 * Prevents the process from aborting at exit. Node restores a terminal's settings at exit and
 * aborts if that fails, for example because the terminal was closed. The abort would write a core
 * dump of all memory.
 * @returns a function that replaces closed terminals; call it when the process exits
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
    // Opens the lowest free descriptor, which is the one that was just closed.
    openSync("/dev/null", "r+");
  } catch {
    // Best effort: Node does not restore terminal settings if the descriptor is closed.
  }
}
