import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { UserError, exitCode } from "../../shared/errors.ts";
import { isWithin } from "../../shared/is-within.ts";
import { matchesPath, type PathPattern } from "./path-pattern.ts";
import { walkFolder, type FoundPath, type SearchedFolder } from "./walk-folder.ts";

/** A hidden path on this machine, without links. */
interface HiddenPath {
  readonly path: string;
  readonly isFolder: boolean;
}

/** A path could match a hidden pattern, but no container can hide it. */
export class UnhidablePath extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(path: string) {
    super(`The name of ${path} is not valid UTF-8, so gatehouse cannot hide it or its contents.`, [
      { text: "Rename or delete it" },
    ]);
  }
}

export interface HiddenSearch {
  record(found: FoundPath): void;
  /** @param others directories that the command sees outside its working directory */
  end(others: readonly string[]): readonly HiddenPath[];
}

/**
 * Finds the paths that match a hidden pattern, and the other names of these files: targets of
 * matching links, and hard links. The content of a hidden file could be read at these names.
 * @param folders the working directory first
 * @param shown directories of this machine that the command sees
 */
export function searchHidden(
  patterns: readonly PathPattern[],
  folders: readonly SearchedFolder[],
  shown: readonly string[],
): HiddenSearch {
  const hidden = new Map<string, boolean>();
  const linked: FoundPath[] = [];
  const hideTarget = (path: string) => {
    const target = findTarget(path, shown);
    // A link to the working directory would hide all files.
    if (target && !folders.some(({ source }) => isWithin(source, target.path)))
      hidden.set(target.path, target.isFolder);
  };
  return {
    record: (found) => {
      const { stat, path, source } = found;
      if (!stat) {
        if (patterns.length > 0) throw new UnhidablePath(source);
        return;
      }
      if (stat.isFile() && stat.nlink > 1 && patterns.length > 0) linked.push(found);
      const matching = patterns.filter((pattern) => matchesPath(pattern, path));
      if (matching.length === 0) return;
      if (stat.isSymbolicLink()) return hideTarget(source);
      const isFolder = stat.isDirectory();
      if (matching.some((pattern) => !pattern.isFolder || isFolder)) hidden.set(source, isFolder);
    },
    end: (others) => {
      // A path without wildcards can lead through links, which the search does not follow.
      for (const { literal } of patterns)
        if (literal !== undefined) for (const path of locate(literal, folders)) hideTarget(path);
      for (const path of findHardLinks(hidden, linked, others)) hidden.set(path, false);
      return [...hidden].map(([path, isFolder]) => ({ path, isFolder }));
    },
  };
}

/** Returns all paths on this machine that the command may see at a path. */
function locate(path: string, folders: readonly SearchedFolder[]): readonly string[] {
  return folders.flatMap((folder) => {
    if (folder.path === "") return [join(folder.source, path)];
    return isWithin(path, folder.path) ? [join(folder.source, path.slice(folder.path.length))] : [];
  });
}

/** Returns undefined if the path does not exist, or if the command cannot see its target. */
function findTarget(path: string, shown: readonly string[]): HiddenPath | undefined {
  try {
    const target = realpathSync(path);
    if (!shown.some((each) => isWithin(target, each))) return undefined;
    return { path: target, isFolder: statSync(target).isDirectory() };
  } catch {
    return undefined;
  }
}

function findHardLinks(
  hidden: ReadonlyMap<string, boolean>,
  linked: readonly FoundPath[],
  others: readonly string[],
): readonly string[] {
  const isHidden = ({ source }: FoundPath) =>
    hidden.has(source) || [...hidden.keys()].some((each) => isWithin(source, each));
  const secrets = linked.filter(isHidden);
  if (secrets.length === 0) return [];
  const inodes = new Map(secrets.map((found) => [inodeOf(found), found.stat?.nlink ?? 0]));
  const isSecret = (found: FoundPath) => inodes.has(inodeOf(found));
  const names = linked.filter(isSecret);
  const isMissing = [...inodes].some(
    ([inode, count]) => names.filter((found) => inodeOf(found) === inode).length < count,
  );
  // Searched only if a name has not been found yet, because most of these directories are large.
  for (const source of isMissing ? others : [])
    walkFolder({ source, path: "" }, (found) => {
      if (found.stat?.isFile() && isSecret(found)) names.push(found);
    });
  return names.filter((found) => !isHidden(found)).map(({ source }) => source);
}

function inodeOf({ stat }: FoundPath): string {
  return `${stat?.dev}:${stat?.ino}`;
}
