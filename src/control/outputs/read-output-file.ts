import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { explainRefusal } from "../../shared/json-file.ts";

/** A text file that an agent wrote. */
export type OutputFile =
  | { readonly is: "read"; readonly text: string }
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
    const bytes = Buffer.alloc(largest + 1);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    if (bytesRead > largest) {
      return { is: "unreadable", because: `it is larger than ${largest / 1024} KB` };
    }
    const text = decode(bytes.subarray(0, bytesRead));
    if (text === undefined) return { is: "unreadable", because: "it is not UTF-8" };
    return { is: "read", text };
  } finally {
    await file.close();
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
