import { createHash } from "node:crypto";

/** Returns the SHA-256 of texts in hex. */
export function fingerprintTexts(...texts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex");
}
