import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { InvalidInput } from "../../shared/errors.ts";
import { explainRefusal } from "../../shared/json-file.ts";

/** Of a file that was read: its first bytes, and how many it has. */
export interface PlainFile {
  readonly bytes: Uint8Array;
  readonly size: number;
}

/**
 * Reads a file of a repository, whatever stands in its place: no pipe is waited for, and no device is read for ever.
 * @param most how many bytes are read
 * @returns undefined where there is none
 * @throws InvalidInput where there is no plain file, or this user may not read it
 */
export function readPlainFile(path: string, most: number): PlainFile | undefined {
  try {
    return readOpened(path, most);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof InvalidInput) throw error;
    const code = "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const refusal = explainRefusal({ name: "", message: "", code });
    if (!refusal) throw error;
    const message = `${path} cannot be read: ${refusal.because}.`;
    throw new InvalidInput(message, [{ say: refusal.say }], { cause: error });
  }
}

function readOpened(path: string, most: number): PlainFile {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) {
      const what = found.isDirectory() ? "a folder" : "no plain file";
      throw new InvalidInput(`${path} cannot be read: it is ${what}.`);
    }
    const bytes = Buffer.alloc(Math.min(found.size, most));
    let length = 0;
    // A read may bring less than what is there.
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
