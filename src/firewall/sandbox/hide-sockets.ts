import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { UserError, exitCode } from "../../shared/errors.ts";
import { isWithin } from "../../shared/is-within.ts";
import type { Mount } from "./mount.ts";

/** Maximum number of hidden sockets, because runtimes accept only a limited number of mounts. */
const mostHidden = 500;

/** There are more sockets than the container can hide. */
export class TooManySockets extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(count: number) {
    super(
      `The command would see ${count} sockets of other programs; at most ${mostHidden} can be hidden.`,
      [{ text: "Use another working directory, or mount fewer directories" }],
    );
  }
}

/**
 * Returns mounts that hide the sockets in shown directories. A visible socket accepts connections
 * even if its mount is read-only. Sockets that the operator mounts directly stay visible.
 * @param mounts in mount order, sources without links
 * @param sockets see `findSockets`
 * @param socketFiles see `findSocketFiles`; not checked again, because another session could hide a
 *   socket during the check
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
    // A relative name is resolved as if the program had been in this directory when it bound the
    // socket.
    const here = named.map((path) => join(mount.source, path));
    const later = mounts.slice(at + 1);
    const isShown = (path: string) => isWithin(path, mount.source) && path !== mount.source;
    // Most sockets are outside these directories. Filtering by path first avoids checking their
    // file types.
    return [...[...known, ...here].filter(isShown).filter(isSocket), ...socketFiles.filter(isShown)]
      .map((path) => join(mount.target, relative(mount.source, path)))
      .filter((path) => !later.some(({ target }) => isWithin(path, target)));
  });
  const different = [...new Set(targets)];
  if (different.length > mostHidden) throw new TooManySockets(different.length);
  return different.map((target) => ({ kind: "hidden", target }));
}

/**
 * Creates a function that resolves links in socket paths. Results are cached by directory, because
 * many sockets are often in the same directory.
 */
function withoutLinks(): (path: string) => readonly string[] {
  const folders = new Map<string, string | undefined>();
  return (path) => {
    const folder = dirname(path);
    if (!folders.has(folder)) folders.set(folder, realOf(folder));
    const real = folders.get(folder);
    return real === undefined ? [] : [join(real, basename(path))];
  };
}

/** @returns undefined if the directory was deleted or cannot be accessed */
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
