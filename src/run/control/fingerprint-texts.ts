import { createHash } from "node:crypto";

/** Tells some texts from any others: SHA-256, hex. */
export function fingerprintTexts(...texts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex");
}
