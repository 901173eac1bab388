import { lstatSync } from "node:fs";
import { join, relative } from "node:path";
import { isWithin } from "./is-within.ts";
import type { Mount } from "./mount.ts";

/**
 * What lies over the sockets in folders that are shown. One that the operator names itself is meant.
 * @param mounts in the order in which they are laid
 * @param sockets see `findSockets`
 */
export function hideSockets(
  mounts: readonly Mount[],
  sockets: readonly string[],
): readonly Mount[] {
  return mounts.flatMap((mount, at) => {
    if (mount.kind !== "bind") return [];
    const { source, target } = mount;
    return sockets
      .filter((path) => path !== source && isWithin(path, source))
      .map((path) => ({ path, shown: join(target, relative(source, path)) }))
      .filter(({ shown }) => !mounts.slice(at + 1).some((later) => isWithin(shown, later.target)))
      .filter(({ path }) => lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true)
      .map(({ shown }): Mount => ({ kind: "hidden", target: shown }));
  });
}
