import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";

/** The beginning of a regular file. */
export interface RegularFile {
  readonly bytes: Uint8Array;
  /** Of the complete file, in bytes. */
  readonly size: number;
}

/** A directory, a pipe, a socket or a device is in the place of a file. */
export class NotRegularFile extends Error {
  readonly isDirectory: boolean;
  constructor(path: string, isDirectory: boolean) {
    super(`${path} is ${isDirectory ? "a directory" : "not a regular file"}`);
    this.isDirectory = isDirectory;
  }
}

/**
 * Reads a regular file, whatever is in its place: does not wait for a pipe, does not open a device, and reads no more
 * than the given number of bytes. Links are followed.
 * @throws NotRegularFile; the file system's own error if there is none, or if it cannot be read
 */
export function readRegularFile(path: string, mostBytes: number): RegularFile {
  // Opening a device can have effects of its own.
  requireRegular(path, statSync(path));
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    requireRegular(path, found);
    const bytes = Buffer.alloc(Math.min(found.size, mostBytes));
    let length = 0;
    // A read may return less than there is.
    while (length < bytes.length) {
      const count = readSync(file, bytes, length, bytes.length - length, length);
      if (count === 0) break;
      length += count;
    }
    return { bytes: bytes.subarray(0, length), size: found.size };
  } finally {
    closeSync(file);
  }
}

function requireRegular(path: string, stats: { isFile(): boolean; isDirectory(): boolean }): void {
  if (!stats.isFile()) throw new NotRegularFile(path, stats.isDirectory());
}
