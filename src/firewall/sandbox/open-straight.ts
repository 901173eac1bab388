import { closeSync, constants, openSync } from "node:fs";

/** Linux: a descriptor that names a file without opening it. */
const pathOnly = 0o10000000;

/**
 * Opens a file or directory only to name it: no device is opened, no pipe is waited for, and no link on the way or at
 * the end is followed. As long as the descriptor is open, the inode belongs to no other file.
 * @param path absolute, without links
 * @returns a descriptor
 * @throws the file system's own error; ENOTDIR if a directory on the way was replaced by a link
 */
export function openStraight(path: string): number {
  const flags = pathOnly | constants.O_NOFOLLOW;
  let at = openSync("/", flags);
  for (const name of path.split("/").filter((part) => part !== "")) {
    const folder = at;
    try {
      at = openSync(`/proc/self/fd/${folder}/${name}`, flags);
    } finally {
      closeSync(folder);
    }
  }
  return at;
}
