import { existsSync, lstatSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { Hint } from "../../shared/errors.ts";
import { asUser } from "../../shared/as-user.ts";
import { isWithin } from "../../shared/is-within.ts";
import { realOr } from "../../shared/real-or.ts";
import { shellWord } from "../../shared/shell-word.ts";
import { walkPath } from "../../shared/walk-path.ts";
import type { Caller } from "./caller.ts";
import type { Mount } from "./mount.ts";
import { privateLocations } from "./private-locations.ts";
import { findInterpreter, isShown } from "./program-mounts.ts";

export interface Explanation {
  readonly reason: string;
  /** The option that shows the program; empty if a command may have chosen the program's path. */
  readonly hints: readonly Hint[];
}

export interface MissingProgram {
  readonly program: string;
  /** The command's PATH. */
  readonly path: string;
  readonly caller: Caller;
  /** The command's working directory. */
  readonly workFolder: string;
  readonly mounts: readonly Mount[];
  /** See `writableLocations`. */
  readonly writable: readonly string[];
}

/**
 * Explains why a program that exists on this machine was not found in the container, and names the
 * option that shows it. Returns undefined if the program does not exist on this machine.
 */
export function explainMissing(missing: MissingProgram): Explanation | undefined {
  return asUser(missing.caller, () => {
    const { program, path, workFolder } = missing;
    const files = program.includes("/")
      ? [resolve(workFolder, program)]
      : path.split(":").map((folder) => join(folder, program));
    const file = files.filter(isAbsolute).find(isThere);
    return file === undefined ? undefined : explainFile(file, missing);
  });
}

function explainFile(file: string, missing: MissingProgram): Explanation | undefined {
  const real = realOr(file);
  const isLink = lstatSync(file).isSymbolicLink();
  if (isLink && !existsSync(file))
    return { reason: `${file} is a link whose target cannot be found.`, hints: [] };
  if (!isShown(real, missing.mounts)) {
    const what = isLink ? `${file} is a link to ${real}, which` : file;
    return explainHidden(what, [file], missing);
  }
  const interpreter = findInterpreter(real, missing.path);
  if (interpreter === undefined || isShown(realOr(interpreter), missing.mounts)) return undefined;
  const target = realOr(interpreter);
  const name = target === interpreter ? target : `${interpreter}, a link to ${target},`;
  return explainHidden(`The interpreter of ${file}, ${name}`, [file, interpreter], missing);
}

/**
 * Suggests no option if an earlier command could have written a link or script on the way, because
 * the target could be a file with keys.
 * @param paths the program, followed by its interpreter if that is what is hidden
 */
function explainHidden(
  what: string,
  paths: readonly string[],
  { caller, writable }: MissingProgram,
): Explanation {
  const reason = `${what} is not shown in the container.`;
  const stages = paths.flatMap((path) => walkPath(path));
  const isOfCommand = stages.some(({ path }) => writable.some((each) => isWithin(path, each)));
  if (isOfCommand) return { reason, hints: [] };
  const shown = findMountable(realOr(paths.at(-1) ?? ""), caller);
  const command = `--mount ${shellWord(`${shown}:${shown}:ro`)}`;
  return { reason, hints: [{ text: "To show it, add this option before --", command }] };
}

/** Returns the program's installation, or the file alone if its directory contains other files. */
function findMountable(real: string, { home }: Caller): string {
  const folder = dirname(real);
  const parent = dirname(folder);
  const isInstallation = basename(folder) === "bin" && existsSync(join(parent, "lib"));
  const hidden = privateLocations(home);
  const folders = [...(isInstallation ? [parent] : []), folder];
  return folders.find((path) => !hidden.covers(path) && !hidden.isHome(dirname(path))) ?? real;
}

/** Returns whether a file or link exists. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
