import { lstatSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { isWithin } from "../../shared/is-within.ts";
import type { BindMount, Mount } from "./mount.ts";
import { bind } from "./mount.ts";
import { parseMountTable } from "./mount-table.ts";

/**
 * docker and podman make only the top of a bind mount read-only: a file system mounted below it, such as `/usr/local` on
 * a partition of its own, stays writable. So they mount each of those again, read-only. It comes directly after its own
 * mount, so that it covers nothing that is mounted below it later.
 * @param mounts in the order in which they are mounted
 * @param table text of `/proc/self/mountinfo`
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

/** A mount point can be below another mount, or in a directory that only another user can enter. */
function isShown(point: string): boolean {
  try {
    return lstatSync(point, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A file system of another user (FUSE) refuses root as well, and yet is shown: the runtime has to mount it or fail.
    return canExamine(`${dirname(point)}/.`);
  }
}

/** Only what can be examined can be compared inside with what was planned. */
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
