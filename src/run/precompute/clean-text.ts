import { printableLine } from "../../shared/print-text.ts";
import { redact } from "../../shared/redact.ts";

/**
 * Formats a name or reason from outside as one printable line. A branch or repository named like a
 * credential does not block the run; only that name is redacted.
 */
export function cleanText(text: string): string {
  // A token could contain invisible characters, so they are removed before redaction.
  return redact(printableLine(text));
}
