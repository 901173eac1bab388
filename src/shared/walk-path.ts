import { lstatSync, readlinkSync } from "node:fs";
import type { Stats } from "node:fs";
import { isAbsolute, join, parse, resolve, sep } from "node:path";

/** Maximum number of links in a path, as in Linux. */
const mostLinks = 40;

/** A directory, link or file along a path. */
export interface Stage {
  readonly path: string;
  /**
   * Status of the path, or of the link itself if the path is a link; undefined if it does not exist
   * or is not accessible.
   */
  readonly found: Stats | undefined;
}

/**
 * Walks a path from the root through all its links, as the system does to open it. A relative path
 * starts at the current directory.
 * @returns each directory and link along the path, and the final object
 */
export function walkPath(given: string): Stage[] {
  const path = resolve(given);
  let at = parse(path).root;
  let ahead = namesIn(path);
  let links = 0;
  const way = [stat(at)];
  for (;;) {
    const [name, ...rest] = ahead;
    if (name === undefined) return way;
    const stage = stat(join(at, name));
    way.push(stage);
    if (!stage.found) return way;
    if (!stage.found.isSymbolicLink()) {
      at = stage.path;
      ahead = rest;
      continue;
    }
    links += 1;
    const target = links > mostLinks ? undefined : readTarget(stage.path);
    if (target === undefined) return [...way, { path: stage.path, found: undefined }];
    if (isAbsolute(target)) at = parse(target).root;
    ahead = [...namesIn(target), ...rest];
  }
}

function namesIn(path: string): string[] {
  return path
    .slice(parse(path).root.length)
    .split(sep)
    .filter((name) => name !== "");
}

/** @returns undefined if another process replaced or removed the link */
function readTarget(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

function stat(path: string): Stage {
  try {
    return { path, found: lstatSync(path) };
  } catch {
    return { path, found: undefined };
  }
}
