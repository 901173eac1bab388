import { lstatSync } from "node:fs";
import { InvalidInput } from "./errors.ts";

/** Others may not even list what is in a folder of ours. */
const othersBits = 0o077;

/**
 * Makes sure that a folder, where it is there already, is this user's alone: whoever else may write into it could
 * plant a link where we write, or tell us what was never done.
 * @throws InvalidInput saying what to mend
 */
export function requireOwnFolder(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) throw refuse(path, "is no folder", `mv ${path} ${path}.old`);
  // Windows has neither of the two.
  const user = process.getuid?.();
  if (user === undefined) return;
  if (found.uid !== user) throw refuse(path, "belongs to another user", `ls -ld ${path}`);
  if (found.mode & othersBits) {
    throw refuse(path, "can be used by other users", `chmod 700 ${path}`);
  }
}

function refuse(path: string, problem: string, command: string): InvalidInput {
  return new InvalidInput(`${path} ${problem}; it has to be this user's alone.`, [
    { say: "Mend it, and run the same command again", command },
  ]);
}
