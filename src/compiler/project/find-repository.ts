import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** Returns the root of the repository that contains a folder; undefined outside of a repository. */
export function findRepository(folder: string): string | undefined {
  let location = resolve(folder);
  for (;;) {
    if (existsSync(join(location, ".git"))) return location;
    const above = dirname(location);
    if (above === location) return undefined;
    location = above;
  }
}

/**
 * Returns a file's name for a pipeline's header: relative to the root, with forward slashes on
 * every system.
 */
export function nameFrom(root: string, file: string): string {
  return relative(root, file).split(sep).join("/");
}

/**
 * Returns whether a file is in a folder or its subfolders. A relative path that starts with two
 * dots can still be a file name.
 */
export function isBelow(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
