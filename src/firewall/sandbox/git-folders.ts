import { lstatSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isWithin } from "../../shared/is-within.ts";
import { readRegularFile } from "../../shared/read-regular-file.ts";
import { realOr } from "../../shared/real-or.ts";
import { walkPath } from "../../shared/walk-path.ts";
import type { Caller } from "./caller.ts";
import { isReplaceable } from "./is-replaceable.ts";
import type { BindMount } from "./mount.ts";
import { bind } from "./mount.ts";
import { privateLocations } from "./private-locations.ts";
import { resolveTrusted } from "./trusted-path.ts";

export interface GitFolders {
  /** The Git directory of a linked worktree or submodule, read-only. */
  readonly mounts: readonly BindMount[];
  /** Undefined if the working directory's `.git` file does not name another directory. */
  readonly refused?: RefusedGitFolder;
}

/** A directory that the `.git` file names, but that may not belong to the working directory. */
interface RefusedGitFolder {
  readonly path: string;
  /**
   * Directory that the operator can mount, because it names the working directory, but another user
   * could replace it. Undefined if a command may have chosen the directory.
   */
  readonly mountable?: string;
}

export interface GitFolderOptions {
  /** Without links. */
  readonly workFolder: string;
  readonly caller: Pick<Caller, "uid" | "gid" | "home">;
  /** See `writableLocations`. */
  readonly writable: readonly string[];
}

const mostBytes = 64 * 1024;

/**
 * Finds the Git directory of a linked worktree or submodule, which is outside the working
 * directory. An earlier command could have written the `.git` file, so the file alone is not
 * trusted: the Git directory must name this working directory, too.
 */
export function findGitFolders(options: GitFolderOptions): GitFolders {
  const { workFolder } = options;
  const text = readText(join(workFolder, ".git"));
  const named = text === undefined ? undefined : /^gitdir: (.+)/.exec(text)?.[1]?.trimEnd();
  if (named === undefined) return { mounts: [] };
  const path = resolve(workFolder, named);
  if (isWithin(realOr(path), workFolder)) return { mounts: [] };
  const own = findOwnFolder(path, options);
  if (own === undefined) return { mounts: [], refused: { path } };
  return isReplaceable(walkPath(path), options.caller)
    ? { mounts: [], refused: { path, mountable: own } }
    : { mounts: [bind(own)] };
}

/** Returns the directory that several worktrees share, or the given directory without worktrees. */
function sharedFolder(folder: string): string {
  const parent = dirname(folder);
  return basename(parent) === "worktrees" ? dirname(parent) : folder;
}

/** Returns the directory to show, or undefined if it does not belong to the working directory. */
function findOwnFolder(path: string, options: GitFolderOptions): string | undefined {
  const { workFolder, writable } = options;
  const found = resolveTrusted(path, writable);
  if (found.kind !== "resolved") return undefined;
  const isOwn = isWorktree(found.path, workFolder) || isSubmodule(found.path, workFolder);
  const shared = sharedFolder(found.path);
  return isOwn && isShowable(shared, options) ? shared : undefined;
}

/** Excludes a directory around the working directory, because it contains other worktrees. */
function isShowable(folder: string, { workFolder, caller }: GitFolderOptions): boolean {
  const isHidden = isWithin(workFolder, folder) || privateLocations(caller.home).covers(folder);
  return !isHidden && isGitFolder(folder);
}

/**
 * Returns whether a directory such as `.git/worktrees/NAME` names the working directory. The shared
 * directory is always two levels above: another path in `commondir` could name any directory.
 */
function isWorktree(folder: string, workFolder: string): boolean {
  const back = readText(join(folder, "gitdir"))?.trimEnd();
  const common = readText(join(folder, "commondir"))?.trimEnd();
  const shared = sharedFolder(folder);
  if (back === undefined || common === undefined || shared === folder) return false;
  return (
    resolve(folder, common) === shared && realOr(resolve(folder, back)) === join(workFolder, ".git")
  );
}

/**
 * Returns whether a directory such as `.git/modules/NAME` names the working directory, and belongs
 * to a repository around it. A command in another repository could write the same setting there.
 */
function isSubmodule(folder: string, workFolder: string): boolean {
  const around = /^(.+)\/\.git\/modules\/./.exec(folder)?.[1];
  if (around === undefined || !isWithin(workFolder, around)) return false;
  const config = readText(join(folder, "config")) ?? "";
  const core = /^\[core\]$([^[]*)/m.exec(config)?.[1] ?? "";
  const back = /^\s*worktree = ([^"\\\n]+)$/m.exec(core)?.[1];
  return back !== undefined && realOr(resolve(folder, back)) === workFolder;
}

function isGitFolder(folder: string): boolean {
  const kind = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false });
  return Boolean(
    kind("HEAD")?.isFile() && kind("objects")?.isDirectory() && kind("refs")?.isDirectory(),
  );
}

/** @returns undefined if the path is not a regular file, is too large or cannot be read */
function readText(path: string): string | undefined {
  try {
    const { bytes, size } = readRegularFile(path, mostBytes, { links: "refused" });
    return size > mostBytes ? undefined : Buffer.from(bytes).toString("utf8");
  } catch {
    return undefined;
  }
}
