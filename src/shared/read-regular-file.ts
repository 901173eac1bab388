import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import { codeOf } from "./error-code.ts";

/** The beginning of a regular file. */
export interface RegularFile {
  readonly bytes: Uint8Array;
  /** Size of the complete file, in bytes. */
  readonly size: number;
  readonly uid: number;
}

/** The path is a directory, a link, a pipe, a socket or a device instead of a regular file. */
export class NotRegularFile extends Error {
  readonly kind: "directory" | "link" | "special";
  constructor(path: string, kind: NotRegularFile["kind"]) {
    super(`${path} is ${kind === "directory" ? "a directory" : "not a regular file"}`);
    this.kind = kind;
  }
}

/**
 * Reads a regular file up to a number of bytes. Any other object is rejected without waiting for a
 * pipe or opening a device.
 * @param links "refused" applies to the path's last part only
 * @throws NotRegularFile; the file system's own error if the file does not exist or cannot be read
 */
export function readRegularFile(
  path: string,
  mostBytes: number,
  { links = "followed" }: { readonly links?: "followed" | "refused" } = {},
): RegularFile {
  const file = openRegular(path, links);
  try {
    const found = fstatSync(file);
    requireRegular(path, found);
    const bytes = Buffer.alloc(Math.min(found.size, mostBytes));
    let length = 0;
    // A single read might not return all available bytes.
    while (length < bytes.length) {
      const count = readSync(file, bytes, length, bytes.length - length, length);
      if (count === 0) break;
      length += count;
    }
    return { bytes: bytes.subarray(0, length), size: found.size, uid: found.uid };
  } finally {
    closeSync(file);
  }
}

function openRegular(path: string, links: "followed" | "refused"): number {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Opening a device can have side effects.
  requireRegular(path, links === "refused" ? lstatSync(path) : statSync(path));
  try {
    return openSync(path, O_RDONLY | O_NONBLOCK | (links === "refused" ? O_NOFOLLOW : 0));
  } catch (error) {
    // Another process replaced the file after it was checked.
    const code = codeOf(error);
    if (code === "ELOOP") throw new NotRegularFile(path, "link");
    if (code === "ENXIO") throw new NotRegularFile(path, "special");
    throw error;
  }
}

function requireRegular(path: string, stats: Stats): void {
  if (stats.isFile()) return;
  const kind = stats.isDirectory() ? "directory" : stats.isSymbolicLink() ? "link" : "special";
  throw new NotRegularFile(path, kind);
}
