import { accessSync, constants, lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { UserError, exitCode } from "../../shared/errors.ts";
import { isWithin } from "../../shared/is-within.ts";
import { codeOf } from "../../shared/error-code.ts";
import type { BindMount, Mount } from "./mount.ts";

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
      .map((path) => coverSocket(path, mount, later))
      .filter(({ target }) => !later.some((each) => isWithin(target, each.target)));
  });
  const different = [...new Map(targets.map((each) => [each.target, each])).values()];
  if (different.length > mostHidden) throw new TooManySockets(different.length);
  return different;
}

/**
 * Hides a socket, or the outermost directory around it that cannot be listed and that contains none
 * of the later mounts. bubblewrap 0.12 and later opens each directory around a mount for reading.
 */
function coverSocket(path: string, { source, target }: BindMount, later: readonly Mount[]): Mount {
  const names = relative(source, path).split("/").slice(0, -1);
  const folders = ["", ...names].map((_, index) => join(source, ...names.slice(0, index)));
  const at = (each: string) => join(target, relative(source, each));
  const closed = folders.find(
    (folder) => !isListable(folder) && !later.some((each) => isWithin(each.target, at(folder))),
  );
  return closed === undefined
    ? { kind: "hidden", target: at(path) }
    : { kind: "empty", target: at(closed), isWritable: false };
}

function isListable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK);
    return true;
  } catch (error) {
    return codeOf(error) !== "EACCES";
  }
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
