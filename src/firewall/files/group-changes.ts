import type { FileChange } from "./snapshot.ts";

/** A changed file, or a directory with many changed files. */
export interface ChangeGroup extends FileChange {
  /** Number of changed files in the directory; undefined for a single file. */
  readonly files?: number;
}

/** Number of changed files above which only their directory is listed. */
const mostListed = 20;

/**
 * Replaces many changes in one directory by the outermost directory that contains more than 20 of
 * them. A Git directory is listed by its parts, because its hooks must stay visible.
 * @param changes sorted by path
 */
export function groupChanges(changes: readonly FileChange[]): readonly ChangeGroup[] {
  const counts = new Map<string, number>();
  for (const { path } of changes)
    for (const folder of foldersOf(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const groups = new Map<string, ChangeGroup>();
  for (const { path, change } of changes) {
    const folder = foldersOf(path).find((each) => (counts.get(each) ?? 0) > mostListed);
    const key = folder ?? path;
    const known = groups.get(key);
    if (folder === undefined) groups.set(key, { path, change });
    else {
      const isSame = known === undefined || known.change === change;
      const files = counts.get(folder) ?? 0;
      groups.set(key, { path: `${folder}/`, change: isSame ? change : "changed", files });
    }
  }
  return [...groups.values()];
}

/** Returns the directories around a file that can be listed instead of it, outermost first. */
function foldersOf(path: string): readonly string[] {
  const names = path.split("/").slice(0, -1);
  return names.flatMap((name, at) => (name === ".git" ? [] : [names.slice(0, at + 1).join("/")]));
}
