import { findShapes, redact } from "../../shared/redact.ts";
import type { Secret } from "../../shared/secret.ts";

/** Says what kind of credential a text holds, and nothing of it; undefined where it holds none. */
export function explainCredential(text: string, secrets: readonly Secret[]): string | undefined {
  const [found] = findShapes(text);
  if (found) return `holds what looks like a credential (${found.kind})`;
  if (redact(text, secrets) !== text) return "holds a credential of this step";
  return undefined;
}
