import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** The root of the repository that a folder belongs to; undefined outside of any. */
export function findRepository(folder: string): string | undefined {
  let place = resolve(folder);
  for (;;) {
    if (existsSync(join(place, ".git"))) return place;
    const above = dirname(place);
    if (above === place) return undefined;
    place = above;
  }
}

/** A file as a pipeline's header names it: from the root, with slashes, whatever the machine. */
export function nameFrom(root: string, file: string): string {
  return relative(root, file).split(sep).join("/");
}

/** Whether a file is somewhere below a folder. A name may begin with two dots. */
export function isBelow(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
