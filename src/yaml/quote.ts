import { printableLine } from "../shared/print-text.ts";
import { redact } from "../shared/redact.ts";

const mostQuoted = 80;

/** What somebody wrote, as it can stand in a sentence that others read: cut, on one line, and hidden where it may be a secret. */
export function quote(text: string): string {
  if (mayBeSecret(text)) return `a text of ${text.length} characters that may be a secret`;
  const line = printableLine(text);
  return line.length > mostQuoted ? `"${line.slice(0, mostQuoted)}…"` : `"${line}"`;
}

/** Words of one piece that no person would make up. */
const random = /[A-Za-z0-9+/_-]{20,}={0,2}/g;

/** Whether a text is, or holds, what a key or a token could be. It may hide what is none, which costs nobody anything. */
export function mayBeSecret(text: string): boolean {
  if (redact(text) !== text || text.includes("-----BEGIN")) return true;
  return findRandom(text).length > 0;
}

/** The pieces of a text that are, each by itself, what a key could be. */
export function findRandom(text: string): readonly string[] {
  const pieces = text.match(random) ?? [];
  return pieces.filter((piece) => /^(?:0x)?[\da-f]{32,}$/i.test(piece) || isMixed(piece));
}

/** Both cases and digits, again and again: a name has its digits in one place. */
function isMixed(piece: string): boolean {
  const changes = piece.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g) ?? [];
  return /[a-z]/.test(piece) && /[A-Z]/.test(piece) && /\d/.test(piece) && changes.length >= 4;
}
