import { chmodSync, lstatSync } from "node:fs";
import { Incomplete } from "../../src/shared/errors.ts";

/**
 * Restricts a directory to its owner.
 * @throws Incomplete if the directory is a link or belongs to another user, who could then read its
 *   files
 */
export function closeToOthers(folder: string): void {
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) {
    throw new Incomplete(`${folder} is not a directory that belongs to you.`, [
      {
        text: "Find out who created the directory and remove it, or store the state in your own directory",
      },
    ]);
  }
  chmodSync(folder, 0o700);
}
