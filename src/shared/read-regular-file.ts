import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";

/**
 * Reads a file whose path an option names, and nothing else: a pipe would block, a device has no end.
 * @param mostBytes size above which nothing is read
 * @throws Error that says why the file is not read; the file system's own error if it cannot be opened
 */
export function readRegularFile(path: string, mostBytes: number): Buffer {
  // Even opening a device can change it.
  requireRegular(path, statSync(path).isFile());
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    requireRegular(path, fstatSync(file).isFile());
    // One byte more shows that the file is larger, also if it grows meanwhile.
    const bytes = Buffer.alloc(Math.min(fstatSync(file).size, mostBytes) + 1);
    const filled = fill(file, bytes);
    if (filled > mostBytes) throw new Error(`${path} is larger than ${mostBytes} bytes`);
    return bytes.subarray(0, filled);
  } finally {
    closeSync(file);
  }
}

function fill(file: number, bytes: Buffer): number {
  let filled = 0;
  for (let count = -1; count !== 0 && filled < bytes.length; filled += count) {
    count = readSync(file, bytes, filled, bytes.length - filled, null);
  }
  return filled;
}

function requireRegular(path: string, isRegular: boolean): void {
  if (!isRegular) throw new Error(`${path} is not a regular file`);
}
