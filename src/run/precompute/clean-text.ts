import { printableLine } from "../../shared/print-text.ts";
import { redact } from "../../shared/redact.ts";

/**
 * A name or a reason that somebody else wrote, as one line that shows what it says. Whoever names a branch or a repository
 * like a credential keeps no run from what else is known: that alone is hidden.
 */
export function cleanText(text: string): string {
  // What is invisible may stand in the middle of a token.
  return redact(printableLine(text));
}
