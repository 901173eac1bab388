import { lstatSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { isWithin } from "../../shared/is-within.ts";
import type { BindMount, Mount } from "./mount.ts";
import { bind } from "./mount.ts";
import { parseMountTable } from "./mount-table.ts";

/**
 * Adds read-only mounts for file systems below read-only mounts. docker and podman make only the
 * top of a bind mount read-only: a file system mounted below it stays writable, such as
 * `/usr/local` on its own partition. Each added mount directly follows its parent, so it does not
 * cover later mounts.
 * @param mounts in mount order
 * @param table content of `/proc/self/mountinfo`
 */
export function withReadOnlySubmounts<Given extends Mount>(
  mounts: readonly Given[],
  table: string,
): readonly (Given | BindMount)[] {
  const points = [...new Set(writableMountPoints(table))];
  return mounts.flatMap((mount, at): readonly (Given | BindMount)[] => {
    if (mount.kind !== "bind" || mount.isWritable) return [mount];
    const later = mounts.slice(at + 1);
    const inner = points
      .filter((point) => point !== mount.source && isWithin(point, mount.source))
      .map((point): BindMount => {
        const target = join(mount.target, relative(mount.source, point));
        return { ...bind(point, target), isSubmount: true };
      })
      .filter(({ target }) => !later.some((each) => isWithin(target, each.target)))
      .filter(({ source }) => isShown(source));
    return [mount, ...inner];
  });
}

function writableMountPoints(table: string): readonly string[] {
  return parseMountTable(table)
    .filter(({ options, fileSystemOptions }) => !options.has("ro") && !fileSystemOptions.has("ro"))
    .map(({ target }) => target);
}

/**
 * Returns whether a mount point is visible. A mount point is hidden if another mount covers it, or
 * if it is in a directory that only another user can enter.
 */
function isShown(point: string): boolean {
  try {
    return lstatSync(point, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Another user's file system (FUSE) denies access even to root. The mount point is still
    // visible, so the runtime must either mount it or fail.
    return canExamine(`${dirname(point)}/.`);
  }
}

/**
 * Returns whether a mount is a submount that can be examined. Other submounts cannot be compared
 * with the plan in the container.
 */
export function isExaminableSubmount(mount: Mount): boolean {
  return mount.kind === "bind" && mount.isSubmount === true && canExamine(mount.source);
}

function canExamine(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
