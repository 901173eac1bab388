import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { decisionPath, settingsPath } from "../../plane/scope/control-files.ts";
import { brands } from "../../forge/brand.ts";
import { InvalidInput } from "../../shared/errors.ts";
import type { Hint } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";

/**
 * Makes sure that what is written to a path takes nothing away but what was written there before: a device, a pipe, a link, and
 * the checked-in files of a control plane stay what they are.
 * @throws InvalidInput
 */
export function requireOutput(path: string): void {
  if (path === "-") throw refuse("-o - names no file", toPrint);
  if (path === "" || path.endsWith("/")) throw refuse(`"${path}" names no file`, toName());
  const found = look(path);
  if (found && !found.isFile()) {
    const isShown = found.isCharacterDevice() || found.isFIFO() || found.isSymbolicLink();
    throw refuse(`${path} is no regular file`, isShown ? toPrint : toName());
  }
  if (isControlFile(path))
    throw refuse(`${path} is a checked-in file of the control plane`, toName());
}

const toName = (): Hint => ({
  say: "Name a file that is not there yet, or an earlier one",
  command: ownCommandLine("precompute", "-o", "control-precompute.json"),
});

const toPrint: Hint = { say: "Write a file, and print that one behind it" };

function refuse(what: string, hint: Hint): InvalidInput {
  return new InvalidInput(`${what}; nothing is written.`, [hint]);
}

function look(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw new InvalidInput(`${path} cannot be looked at.`, [toName()], { cause });
  }
}

/** In whichever control repository, and by whichever way to its folder. A disk may not tell cases apart. */
function isControlFile(path: string): boolean {
  const place = join(basename(findFolder(dirname(resolve(path)))), basename(path)).toLowerCase();
  const files = Object.values(brands).flatMap((brand) => [
    settingsPath(brand),
    decisionPath(brand),
  ]);
  return files.includes(place);
}

function findFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // It is not there yet.
    return folder;
  }
}
