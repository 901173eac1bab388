import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** The repository's root above a folder; the folder itself where there is none. */
export function findRoot(folder: string): string {
  let place = resolve(folder);
  for (;;) {
    if (existsSync(join(place, ".git"))) return place;
    const above = dirname(place);
    if (above === place) return resolve(folder);
    place = above;
  }
}

/** A file as a pipeline's header names it: from the root, with slashes, whatever the machine. */
export function nameFrom(root: string, file: string): string {
  return relative(root, file).split(sep).join("/");
}
