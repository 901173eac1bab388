import { printableLine } from "../../shared/print-text.ts";
import { redact } from "../../shared/redact.ts";
import type { Secret } from "../../shared/secret.ts";

const longest = 60;

/**
 * Formats an agent's text for use in a sentence: on one line and truncated. Replaces the text if it
 * could be a credential.
 */
export function formatWord(text: string, secrets: readonly Secret[] = []): string {
  if (redact(text, secrets) !== text) return "a possible credential";
  const line = printableLine(text);
  return line.length > longest ? `"${line.slice(0, longest)}…"` : `"${line}"`;
}
