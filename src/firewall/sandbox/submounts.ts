import { lstatSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { isWithin } from "../../shared/is-within.ts";
import type { BindMount, Mount } from "./mount.ts";
import { bind } from "./mount.ts";

export function readMountTable(): string {
  return readFileSync("/proc/self/mountinfo", "utf8");
}

/**
 * docker and podman make only the top of a bind mount read-only: a file system mounted below it, such as `/usr/local` on
 * a partition of its own, stays writable. So each of those is mounted again, read-only.
 * @param mounts in the order in which they are mounted
 * @param table text of `/proc/self/mountinfo`
 */
export function readOnlySubmounts(mounts: readonly Mount[], table: string): readonly BindMount[] {
  const points = [...new Set(writableMountPoints(table))];
  return mounts.flatMap((mount, at) => {
    if (mount.kind !== "bind" || mount.isWritable) return [];
    const later = mounts.slice(at + 1);
    return points
      .filter((point) => point !== mount.source && isWithin(point, mount.source))
      .map((point) => bind(point, join(mount.target, relative(mount.source, point))))
      .filter(({ target }) => !later.some((each) => isWithin(target, each.target)))
      .filter(({ source }) => isReachable(source));
  });
}

/** @see proc_pid_mountinfo(5) */
function writableMountPoints(table: string): readonly string[] {
  return table.split("\n").flatMap((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const [, , , , point = "", options = ""] = before.split(" ");
    const [, , ofFileSystem = ""] = after.split(" ");
    const isReadOnly = [options, ofFileSystem].some((each) => each.split(",").includes("ro"));
    return point === "" || isReadOnly ? [] : [unescape(point)];
  });
}

/** Blanks, tabs, line breaks and backslashes are written as three octal digits. */
function unescape(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

/** A mount point can be below another mount, or in a directory that only another user can enter. */
function isReachable(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
