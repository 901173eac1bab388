import { createHash } from "node:crypto";
import { InvalidInput } from "../../shared/errors.ts";
import type { OutputFile } from "./read-output-file.ts";

/** SHA-256 of what was read, in hexadecimal digits; one that is missing is an empty one. Undefined where it cannot be read. */
export function fingerprintOf(file: OutputFile): string | undefined {
  if (file.is === "unreadable") return undefined;
  return file.is === "read" ? file.sha256 : createHash("sha256").digest("hex");
}

/** @throws InvalidInput for what is none: a step that judged nothing safe tells none */
export function readFingerprint(word: string): string {
  if (/^[\da-f]{64}$/.test(word)) return word;
  throw new InvalidInput(
    word === ""
      ? "Nothing is carried out: no step has told which proposals were judged, --sha256 is empty."
      : "What --sha256 was given is no SHA-256: it has 64 hexadecimal digits.",
  );
}

/** Takes no other file than the one that was judged. @throws InvalidInput */
export function requireReviewed(
  file: OutputFile,
  { proposals, fingerprint }: { readonly proposals: string; readonly fingerprint: string },
): void {
  if (fingerprintOf(file) === fingerprint) return;
  throw new InvalidInput(
    `This is not the file that was judged, so that nothing of it is carried out: ${proposals}`,
  );
}
