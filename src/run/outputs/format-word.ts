import { printableLine } from "../../shared/print-text.ts";
import { redact } from "../../shared/redact.ts";
import type { Secret } from "../../shared/secret.ts";

const longest = 60;

/** What an agent wrote, as it can stand in a sentence: on one line, cut, and hidden where it may be a credential. */
export function formatWord(text: string, secrets: readonly Secret[] = []): string {
  if (redact(text, secrets) !== text) return "a text that looks like a credential";
  const line = printableLine(text);
  return line.length > longest ? `"${line.slice(0, longest)}…"` : `"${line}"`;
}
