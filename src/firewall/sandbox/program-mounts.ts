import { lstatSync, readlinkSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { isWithin } from "../../shared/is-within.ts";
import { enclosingRepository, resolveOutside } from "../../shared/program-path.ts";
import { realOr } from "../../shared/real-or.ts";
import { walkPath } from "../../shared/walk-path.ts";
import type { Caller } from "./caller.ts";
import { isReplaceable } from "./is-replaceable.ts";
import type { Mount } from "./mount.ts";
import { bind } from "./mount.ts";
import { privateLocations } from "./private-locations.ts";
import { readInterpreter } from "./read-interpreter.ts";
import { findCovered } from "./mount.ts";
import { findManager, installationFolders, isOfSystem, showFirst } from "./tool-folders.ts";
import type { ShowOptions, ToolFolderOptions } from "./tool-folders.ts";

export interface ProgramOptions extends Omit<ToolFolderOptions, "home"> {
  readonly caller: Caller;
  /** The command's PATH. */
  readonly path: string;
  /** Mounts of the container so far, in mount order. */
  readonly shown: readonly Mount[];
}

type Options = ProgramOptions & ShowOptions;

/** Number of interpreters that the kernel starts, one for the other, to run a script. */
const mostInterpreters = 4;

/**
 * Returns the mounts that a linked program needs, such as `~/.local/bin/claude`: its installation,
 * the links on the way, and the version manager of a script's interpreter. Only the command's own
 * program is included, because the operator named only that program.
 *
 * Returns no mounts if the command or another user could replace a link or a directory on the way,
 * or if the target must stay hidden.
 */
export function programMounts(program: string, options: ProgramOptions): readonly Mount[] {
  const file = findProgramFile(program, options.path);
  const { home } = options.caller;
  if (file === undefined || !lstatSync(file).isSymbolicLink()) return [];
  // Most programs are in the system's directories, and so are their links.
  if (isOfSystem(file) && isShown(realOr(file), options.shown)) return [];
  return showProgram(file, { ...options, home, hidden: privateLocations(home, options.passwd) }, 0);
}

/** Returns the first executable file with this name on PATH, or undefined if none is found. */
export function findProgramFile(
  program: string,
  path: string,
  fits: (file: string) => boolean = isProgram,
): string | undefined {
  const files = program.includes("/")
    ? [program]
    : path.split(":").map((folder) => join(folder, program));
  return files.find((file) => isAbsolute(file) && fits(file));
}

function isProgram(file: string): boolean {
  try {
    const stat = statSync(file);
    return stat.isFile() && (stat.mode & 0o111) !== 0;
  } catch {
    // The file is missing, not accessible, or a loop of links.
    return false;
  }
}

function showProgram(file: string, options: Options, depth: number): readonly Mount[] {
  const { shown, caller, home } = options;
  const real = realOr(file);
  const stages = walkPath(file);
  const isTrusted =
    resolveOutside(file, options.writable) === real && !isReplaceable(stages, caller);
  const show = depth === 0 ? showInstallation : showManager;
  const folders = isShown(real, shown) || !isTrusted ? [] : show(real, options);
  const mounts = folders.flatMap((mount) => [mount, ...inGivenHome(mount, home)]);
  const withFolders = [...shown, ...mounts];
  if (!isShown(real, withFolders) || depth > mostInterpreters) return [];
  const links = stages.flatMap(({ path, found }) =>
    found?.isSymbolicLink() ? linkAt(path, withFolders) : [],
  );
  // An earlier command could have written the first line of another script.
  const interpreter = isTrusted ? findInterpreter(real, options.path) : undefined;
  if (interpreter === undefined) return [...mounts, ...links];
  const next = { ...options, shown: [...withFolders, ...links] };
  return [...mounts, ...links, ...showProgram(interpreter, next, depth + 1)];
}

/** Returns whether the container shows this file at its own path. */
export function isShown(file: string, mounts: readonly Mount[]): boolean {
  return findCovered(file, mounts) === file;
}

/**
 * Returns the program's npm package, version manager or installation. Returns only the file if its
 * directory is a project or a directory of the home, such as `~/Downloads`, because these contain
 * other files.
 * @param real without links
 */
function showInstallation(real: string, options: Options): readonly Mount[] {
  const { hidden, home } = options;
  const folder = dirname(real);
  const npmPackage = /^.*?\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(real)?.[0];
  if (npmPackage !== undefined) return showFirst([npmPackage, real], options);
  const isOfHome = basename(folder) !== "bin" && hidden.isHome(dirname(folder));
  const isProject = enclosingRepository(folder, realOr(home)).length > 0;
  const isShared = findManager(folder, home) === undefined && (isOfHome || isProject);
  const mounts = isShared ? [] : installationFolders(folder, options);
  return isShown(real, mounts) ? mounts : showFirst([real], options);
}

/** Returns the version manager that installed an interpreter. */
function showManager(real: string, options: Options): readonly Mount[] {
  const manager = findManager(dirname(real), options.home);
  return manager === undefined ? [] : showFirst([manager], options);
}

/** Shows a mount at the home's own path, too, if that path contains a link such as `/home`. */
function inGivenHome(mount: Mount, home: string): readonly Mount[] {
  const real = realOr(home);
  if (mount.kind !== "bind" || real === home || !isWithin(mount.source, real)) return [];
  return [bind(mount.source, join(home, relative(real, mount.source)))];
}

/** Creates a link that no mount shows, because a program's links can point to other links. */
function linkAt(path: string, shown: readonly Mount[]): readonly Mount[] {
  const top = shown.findLast(({ target }) => isWithin(path, target));
  const isFree = !top || (top.kind === "empty" && top.isWritable && top.target !== path);
  // A directory of the container replaces a link such as `/home`.
  if (!isFree || shown.some(({ target }) => isWithin(target, path))) return [];
  return [{ kind: "link", target: path, to: readlinkSync(path) }];
}

/** Returns the interpreter of a script. For `env`, returns the program that `env` searches for. */
export function findInterpreter(script: string, path: string): string | undefined {
  const [interpreter, ...words] = readInterpreter(script);
  if (interpreter === undefined) return undefined;
  // On some systems, `/usr/bin/env` is a link to a program that contains several commands.
  if (basename(interpreter) !== "env") return findProgramFile(interpreter, path);
  const name = words.find((word) => !/^-|=/.test(word));
  return name === undefined ? undefined : findProgramFile(name, path);
}
