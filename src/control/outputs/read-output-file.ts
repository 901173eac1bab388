import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { explainRefusal } from "../../shared/json-file.ts";

/** A text file that an agent wrote. */
export type OutputFile =
  | {
      readonly is: "read";
      readonly text: string;
      /** Of its bytes, as they were read, in hexadecimal digits. */
      readonly sha256: string;
    }
  | { readonly is: "missing" }
  | { readonly is: "unreadable"; readonly because: string };

/**
 * Reads what came out of a sandbox: no link is followed, no pipe is waited for, and no more is read than what is allowed.
 * @param largest in bytes
 */
export function readOutputFile(path: string, largest: number): Promise<OutputFile> {
  return readPlainFile(path, largest).catch((error: NodeJS.ErrnoException): OutputFile => {
    if (error.code === "ENOENT") return { is: "missing" };
    if (error.code === "ELOOP") return { is: "unreadable", because: "it is a link" };
    // Nobody reads at the other end of a socket or of a device.
    if (error.code === "ENXIO") return { is: "unreadable", because: "it is no plain file" };
    const refusal = explainRefusal(error);
    if (!refusal) throw error;
    return { is: "unreadable", because: refusal.because };
  });
}

async function readPlainFile(path: string, largest: number): Promise<OutputFile> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) return { is: "unreadable", because: "it is no plain file" };
    const bytes = await readUpTo(file, largest + 1);
    if (bytes.length > largest) {
      return { is: "unreadable", because: `it is larger than ${largest / 1024} KB` };
    }
    const text = decode(bytes);
    if (text === undefined) return { is: "unreadable", because: "it is not UTF-8" };
    return { is: "read", text, sha256: digestOf(bytes) };
  } finally {
    await file.close();
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function readUpTo(file: FileHandle, most: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(most);
  let length = 0;
  // A read may bring less than what is there.
  while (length < most) {
    const { bytesRead } = await file.read(bytes, length, most - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
