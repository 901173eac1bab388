import { lstatSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, parse, sep } from "node:path";
import { isWithin } from "./is-within.ts";
import { realOr } from "./real-or.ts";
import { homeFolder } from "./this-user.ts";
import { walkPath } from "./walk-path.ts";

export interface ProgramPathOptions {
  /** Directory in which gatehouse was started. */
  readonly startedIn?: string | undefined;
  readonly home?: string | undefined;
}

/**
 * Returns PATH for the programs that gatehouse starts itself, without entries that a command behind
 * the firewall may have written to. These are relative entries, and entries in or through three
 * locations:
 *
 * - the directory in which gatehouse was started,
 * - the repository around it,
 * - a package manager's directory in a project.
 */
export function programPath(path: string, options: ProgramPathOptions = {}): string {
  const { startedIn = currentFolder(), home = homeFolder() } = options;
  const projects = startedIn === undefined ? [] : projectFolders(startedIn, home);
  const entries = path.split(delimiter);
  const kept = entries.filter((each) => resolveOutside(each, projects) !== undefined);
  // A shell treats an empty PATH as the current directory.
  return kept.join(delimiter) || "/usr/bin:/bin";
}

/**
 * Resolves a path whose target a command must not be able to change. Rejects a path through a
 * directory that the command can write to. Also rejects directories that package managers put first
 * on PATH, because an earlier command in that project may have written to them.
 * @param writable locations that the command can write to, without links
 * @returns undefined if the path is relative, cannot be inspected, or is rejected
 */
export function resolveOutside(path: string, writable: readonly string[]): string | undefined {
  if (!isAbsolute(path)) return undefined;
  const stages = walkPath(path);
  const dependsOnCommand = stages.some(
    (stage) =>
      isOfPackageManager(stage.path) || writable.some((each) => isWithin(stage.path, each)),
  );
  const end = stages.at(-1);
  return !dependsOnCommand && end?.found ? end.path : undefined;
}

/**
 * Returns the directories of the current project: the given directory and the repository around it.
 * Returns none for a system directory, the home directory, or its parents.
 */
function projectFolders(startedIn: string, home: string | undefined): readonly string[] {
  const folder = realOr(startedIn);
  const own = home === undefined ? parse(folder).root : realOr(home);
  const isOfSystem = /^\/(?:usr|bin|sbin|lib\w*|nix|gnu|snap)(?:\/|$)/.test(folder);
  if (isOfSystem || isWithin(own, folder)) return [];
  return [folder, ...enclosingRepository(folder, own)];
}

/**
 * Finds the outermost repository around a directory, below the home directory. An earlier command
 * may have created a nearer repository to hide the outermost one.
 * @param folder and home: without links
 */
export function enclosingRepository(folder: string, home: string): readonly string[] {
  return ancestors(folder)
    .filter((each) => !isWithin(home, each) && hasGit(each))
    .slice(-1);
}

/** Returns a directory and its parents, without the root. */
function ancestors(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [folder, ...ancestors(parent)];
}

function hasGit(folder: string): boolean {
  try {
    return lstatSync(join(folder, ".git")) !== undefined;
  } catch {
    return false;
  }
}

function isOfPackageManager(path: string): boolean {
  return path.endsWith(`${sep}${join("node_modules", ".bin")}`);
}

function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    // The directory was deleted.
    return undefined;
  }
}
