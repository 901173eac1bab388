import { lstatSync, readlinkSync } from "node:fs";
import type { Stats } from "node:fs";
import { isAbsolute, join, parse, resolve, sep } from "node:path";

/** As many as Linux follows. */
const mostLinks = 40;

/** A folder, a link or a file that a path leads by. */
export interface Stage {
  readonly path: string;
  /** Of the link itself, where it is one; undefined where nothing is there, or nothing that we may look at. */
  readonly found: Stats | undefined;
}

/**
 * Goes along a whole path from its root on, through its links, as the system does that opens it. A relative path begins
 * at the current directory.
 * @returns each folder and link on the way, and what the path leads to in the end
 */
export function walkPath(given: string): Stage[] {
  const path = resolve(given);
  let at = parse(path).root;
  let ahead = namesIn(path);
  let links = 0;
  const way = [look(at)];
  for (;;) {
    const [name, ...rest] = ahead;
    if (name === undefined) return way;
    const stage = look(join(at, name));
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

/** @returns undefined if another process has replaced or removed the link meanwhile */
function readTarget(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

function look(path: string): Stage {
  try {
    return { path, found: lstatSync(path) };
  } catch {
    return { path, found: undefined };
  }
}
