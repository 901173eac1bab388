import { existsSync, lstatSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Hint } from "../../shared/errors.ts";
import { asUser } from "../../shared/as-user.ts";
import { isWithin } from "../../shared/is-within.ts";
import { realOr } from "../../shared/real-or.ts";
import { shellWord } from "../../shared/shell-word.ts";
import { walkPath } from "../../shared/walk-path.ts";
import type { Caller } from "./caller.ts";
import type { Mount } from "./mount.ts";
import { privateLocations } from "./private-locations.ts";
import { findInterpreter, findProgramFile, isShown } from "./program-mounts.ts";

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
    const name = program.includes("/") ? resolve(workFolder, program) : program;
    const file = findProgramFile(name, path) ?? findProgramFile(name, path, isBrokenLink);
    return file === undefined ? undefined : explainFile(file, missing);
  });
}

function explainFile(file: string, missing: MissingProgram): Explanation | undefined {
  const real = realOr(file);
  if (isBrokenLink(file))
    return { reason: `${file} is a link whose target cannot be found.`, hints: [] };
  if (!isShown(real, missing.mounts)) {
    const what = isLink(file) ? `${file} is a link to ${real}, which` : file;
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
  if (isInstallation && !hidden.covers(parent)) return parent;
  return hidden.covers(folder) || hidden.isHome(parent) ? real : folder;
}

function isBrokenLink(path: string): boolean {
  return !existsSync(path) && isLink(path);
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    // The path is missing, not accessible, or below a file.
    return false;
  }
}
