import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { UserError, exitCode } from "../../shared/errors.ts";
import { isWithin } from "../../shared/is-within.ts";
import type { Mount } from "./mount.ts";

/** A runtime takes only so many mounts. */
const mostHidden = 500;

/** More than the container can cover. */
export class TooManySockets extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(count: number) {
    super(
      `${count} sockets of programs outside lie in folders that the command would see; ${mostHidden} at most can be covered.`,
      [{ say: "Start it in another working folder, or show fewer with --mount" }],
    );
  }
}

/**
 * What lies over the sockets in folders that are shown: whoever sees one may connect to it, read-only or not. One that the
 * operator names itself stays open.
 * @param mounts in the order in which they are laid; their sources without links
 * @param sockets see `findSockets`
 * @param socketFiles see `findSocketFiles`; checked no more, because another session could hide one at that moment
 * @throws TooManySockets
 */
export function hideSockets(
  mounts: readonly Mount[],
  sockets: readonly string[],
  socketFiles: readonly string[],
): readonly Mount[] {
  const known = sockets.filter((path) => path.startsWith("/")).flatMap(withoutLinks());
  const named = sockets.filter((path) => !path.startsWith("/"));
  const targets = mounts.flatMap((mount, at) => {
    if (mount.kind !== "bind") return [];
    // Who was in this very folder when it gave the name.
    const here = named.map((path) => join(mount.source, path));
    const later = mounts.slice(at + 1);
    const isShown = (path: string) => isWithin(path, mount.source) && path !== mount.source;
    // Most sockets are in none of the directories, so their type need not be read.
    return [...[...known, ...here].filter(isShown).filter(isSocket), ...socketFiles.filter(isShown)]
      .map((path) => join(mount.target, relative(mount.source, path)))
      .filter((path) => !later.some(({ target }) => isWithin(path, target)));
  });
  const different = [...new Set(targets)];
  if (different.length > mostHidden) throw new TooManySockets(different.length);
  return different.map((target) => ({ kind: "hidden", target }));
}

/** Many sockets stand in few folders. */
function withoutLinks(): (path: string) => readonly string[] {
  const folders = new Map<string, string | undefined>();
  return (path) => {
    const folder = dirname(path);
    if (!folders.has(folder)) folders.set(folder, realOf(folder));
    const real = folders.get(folder);
    return real === undefined ? [] : [join(real, basename(path))];
  };
}

/** @returns undefined for what is gone, or where nobody with these rights gets */
function realOf(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch {
    return undefined;
  }
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket();
  } catch {
    return false;
  }
}
