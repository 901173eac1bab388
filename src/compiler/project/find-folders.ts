import { stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { findFoldersBelow } from "./find-definitions.ts";
import type { WatchedFolder } from "./watch-folders.ts";

/**
 * Returns the folders to watch for definitions that appear or disappear at these paths. For a
 * missing path, returns the nearest existing folder.
 */
export async function findFolders(paths: readonly string[]): Promise<readonly WatchedFolder[]> {
  const all: WatchedFolder[] = [];
  for (const path of paths) {
    const below = await findFoldersBelow(resolve(path));
    all.push(await findAbove(resolve(path)), ...below.map((folder) => ({ folder })));
  }
  return all;
}

async function findAbove(path: string): Promise<WatchedFolder> {
  const folder = dirname(path);
  const what = await stat(folder).catch(() => undefined);
  return what?.isDirectory() || folder === path
    ? { folder, only: basename(path) }
    : findAbove(folder);
}
