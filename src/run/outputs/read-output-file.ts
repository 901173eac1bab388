import { createHash } from "node:crypto";
import { codeOf } from "../../shared/error-code.ts";
import { explainRefusal } from "../../shared/json-file.ts";
import { NotRegularFile, readRegularFile } from "../../shared/read-regular-file.ts";

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
export function readOutputFile(path: string, largest: number): OutputFile {
  try {
    const { bytes, size } = readRegularFile(path, largest, { links: "refused" });
    if (size > largest) {
      return { is: "unreadable", because: `it is larger than ${largest / 1024} KB` };
    }
    const text = decode(bytes);
    if (text === undefined) return { is: "unreadable", because: "it is not UTF-8" };
    return { is: "read", text, sha256: digestOf(bytes) };
  } catch (error) {
    return explainUnread(error);
  }
}

function explainUnread(error: unknown): OutputFile {
  if (error instanceof NotRegularFile) {
    const because = error.kind === "link" ? "it is a link" : "it is no plain file";
    return { is: "unreadable", because };
  }
  const code = codeOf(error);
  if (code === "ENOENT") return { is: "missing" };
  if (code === "ELOOP") return { is: "unreadable", because: "it is a link" };
  const refusal = explainRefusal(error);
  if (!refusal) throw error;
  return { is: "unreadable", because: refusal.because };
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
