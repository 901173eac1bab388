import { printableLine } from "../shared/print-text.ts";
import { redact } from "../shared/redact.ts";

const mostQuoted = 80;

/** Quotes text for a message: truncated, on one line, and redacted if it could be a secret. */
export function quote(text: string): string {
  if (mayBeSecret(text)) return `a possible secret of ${text.length} characters`;
  const line = printableLine(text);
  return line.length > mostQuoted ? `"${line.slice(0, mostQuoted)}…"` : `"${line}"`;
}

/** Long words that a person is unlikely to have written. */
const random = /[A-Za-z0-9+/_-]{20,}={0,2}/g;

/**
 * Returns whether a string could be or contain a key or token. A false positive only hides harmless
 * text.
 */
export function mayBeSecret(text: string): boolean {
  if (redact(text) !== text || text.includes("-----BEGIN")) return true;
  return findRandom(text).length > 0;
}

/** Returns the parts of a string that could each be a key. */
export function findRandom(text: string): readonly string[] {
  const pieces = text.match(random) ?? [];
  return pieces.filter((piece) => /^(?:0x)?[\da-f]{32,}$/i.test(piece) || isMixed(piece));
}

/**
 * Returns whether upper case, lower case and digits alternate repeatedly. In a name, all digits are
 * usually together.
 */
function isMixed(piece: string): boolean {
  const changes = piece.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g) ?? [];
  return /[a-z]/.test(piece) && /[A-Z]/.test(piece) && /\d/.test(piece) && changes.length >= 4;
}
