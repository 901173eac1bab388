import { createHash } from "node:crypto";

/** Returns the SHA-256 hash of the strings in hex. */
export function fingerprintTexts(...texts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex");
}
