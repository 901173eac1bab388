import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { decisionPath, settingsPath } from "../../plane/scope/control-files.ts";
import { brands } from "../../forge/brand.ts";
import { InvalidInput } from "../../shared/errors.ts";
import type { Hint } from "../../shared/errors.ts";
import { typedWith } from "../../shared/change-option.ts";

/**
 * Checks that writing to a path does not overwrite anything except an earlier output file. Rejects
 * devices, pipes, links and the committed files of a control plane.
 * @throws InvalidInput
 */
export function requireOutput(path: string): void {
  if (path === "-") throw refuse('"-" is not a file name', toPrint);
  if (path === "" || path.endsWith("/")) throw refuse(`"${path}" is not a file name`, toName());
  const found = stat(path);
  if (found && !found.isFile()) {
    const isShown = found.isCharacterDevice() || found.isFIFO() || found.isSymbolicLink();
    throw refuse(`${path} is not a regular file`, isShown ? toPrint : toName());
  }
  if (isControlFile(path))
    throw refuse(`${path} is a committed file of the control plane`, toName());
}

const toName = (): Hint => ({
  text: "Specify a new file or an earlier output file",
  command: typedWith(["precompute"], "-o", "control-precompute.json"),
});

const toPrint: Hint = { text: "Write to a file, then print that file" };

function refuse(what: string, hint: Hint): InvalidInput {
  return new InvalidInput(`${what}; nothing was written.`, [hint]);
}

function stat(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw new InvalidInput(`Could not inspect ${path}.`, [toName()], { cause });
  }
}

/**
 * Returns whether a path refers to a committed file of any control repository, even through links
 * in its directory. Ignores case because some file systems do.
 */
function isControlFile(path: string): boolean {
  const location = join(basename(findFolder(dirname(resolve(path)))), basename(path)).toLowerCase();
  const files = Object.values(brands).flatMap((brand) => [
    settingsPath(brand),
    decisionPath(brand),
  ]);
  return files.includes(location);
}

function findFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // The directory does not exist yet.
    return folder;
  }
}
