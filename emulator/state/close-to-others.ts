import { chmodSync, lstatSync } from "node:fs";
import { Incomplete } from "../../src/shared/errors.ts";

/**
 * Closes a folder to everybody but its owner.
 * @throws Incomplete when it is another user's, or a link: what is written there would be read by others
 */
export function closeToOthers(folder: string): void {
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) {
    throw new Incomplete(`${folder} is no folder of yours.`, [
      { say: "Find out who made it, and remove it; or keep the state in a folder of yours" },
    ]);
  }
  chmodSync(folder, 0o700);
}
