import { findShapes, redact } from "../../shared/redact.ts";
import type { Secret } from "../../shared/secret.ts";

/**
 * Names the kind of credential that a text contains, without quoting it; undefined if there is
 * none.
 */
export function explainCredential(text: string, secrets: readonly Secret[]): string | undefined {
  const [found] = findShapes(text);
  if (found) return `contains a possible credential (${found.kind})`;
  if (redact(text, secrets) !== text) return "contains a credential of this step";
  return undefined;
}
