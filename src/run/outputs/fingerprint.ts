import { createHash } from "node:crypto";
import { InvalidInput } from "../../shared/errors.ts";
import type { OutputFile } from "./read-output-file.ts";

/**
 * Returns the SHA-256 of a file in hex. A missing file counts as empty. Undefined if the file
 * cannot be read.
 */
export function fingerprintOf(file: OutputFile): string | undefined {
  if (file.kind === "unreadable") return undefined;
  return file.kind === "read" ? file.sha256 : createHash("sha256").digest("hex");
}

/**
 * @throws InvalidInput for an invalid hash, including the empty hash that the validation step
 *   outputs for unsafe proposals
 */
export function readFingerprint(word: string): string {
  if (/^[\da-f]{64}$/.test(word)) return word;
  throw new InvalidInput(
    word === ""
      ? "--sha256 is empty: no step has validated the proposals, so nothing is applied."
      : "--sha256 is not a valid SHA-256 hash: it must have 64 hexadecimal digits.",
  );
}

/** Accepts only the file that was validated. @throws InvalidInput */
export function requireReviewed(
  file: OutputFile,
  { proposals, fingerprint }: { readonly proposals: string; readonly fingerprint: string },
): void {
  if (fingerprintOf(file) === fingerprint) return;
  throw new InvalidInput(
    `${proposals} is not the validated file: its SHA-256 differs, so nothing is applied.`,
  );
}
