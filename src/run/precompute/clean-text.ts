import { printableLine } from "../../shared/print-text.ts";
import { redact } from "../../shared/redact.ts";

/**
 * Formats an external name or reason as one printable line. If the name of a branch or repository
 * looks like a credential, only that name is redacted, so the run is not blocked.
 */
export function cleanText(text: string): string {
  // A token could contain invisible characters, so they are removed before redaction.
  return redact(printableLine(text));
}
