import { createHash } from "node:crypto";
import { codeOf } from "../../shared/error-code.ts";
import { explainRefusal } from "../../shared/file-refusals.ts";
import { NotRegularFile, readRegularFile } from "../../shared/read-regular-file.ts";

/** A text file that an agent wrote. */
export type OutputFile =
  | {
      readonly kind: "read";
      readonly text: string;
      /** SHA-256 of the bytes that were read, in hex. */
      readonly sha256: string;
    }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly reason: string };

/**
 * Reads a file from a sandbox. Does not follow links or wait for pipes, and reads at most the
 * allowed size.
 * @param largest maximum size in bytes
 */
export function readOutputFile(path: string, largest: number): OutputFile {
  try {
    const { bytes, size } = readRegularFile(path, largest, { links: "refused" });
    if (size > largest) {
      return { kind: "unreadable", reason: `it is larger than ${largest / 1024} KB` };
    }
    const text = decode(bytes);
    if (text === undefined) return { kind: "unreadable", reason: "it is not valid UTF-8" };
    return { kind: "read", text, sha256: digestOf(bytes) };
  } catch (error) {
    return explainUnread(error);
  }
}

function explainUnread(error: unknown): OutputFile {
  if (error instanceof NotRegularFile) {
    const reason = error.kind === "link" ? "it is a symbolic link" : "it is not a regular file";
    return { kind: "unreadable", reason };
  }
  const code = codeOf(error);
  if (code === "ENOENT") return { kind: "missing" };
  if (code === "ELOOP") return { kind: "unreadable", reason: "it is a symbolic link" };
  const refusal = explainRefusal(error);
  if (!refusal) throw error;
  return { kind: "unreadable", reason: refusal.reason };
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
