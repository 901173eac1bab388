import { findShapes, type CredentialKind } from "../../shared/redact.ts";
import type { Findings } from "../../yaml/diagnostics.ts";
import type { SourceFile } from "../source/source-file.ts";

/**
 * Credential kinds that are detected only by a field name or position, so the value may be an
 * example in a prompt.
 */
const explained: ReadonlySet<CredentialKind> = new Set<CredentialKind>([
  "authorization header",
  "URL with user information",
  "field of a secret",
]);

/**
 * Refuses a credential anywhere in a definition, including comments and the prompt. The error
 * states its position and kind, but does not quote any part of it. `$(NAME)` is not a credential,
 * because Azure Pipelines replaces it in a run. If a value in the prompt could be an example, the
 * result is a warning.
 */
export function refuseCredentials({ text, bodyStart }: SourceFile, findings: Findings): void {
  const locations = new Set<number>();
  for (const { kind, start, end, isCertain } of findShapes(text)) {
    const isWord = kind === "field of a secret" && isProse(text.slice(start, end));
    if (!isCertain || isWord || locations.has(start)) continue;
    locations.add(start);
    const message = {
      message: `possible credential (${kind}): anyone who can read this file can use it`,
      hint: "Revoke this credential, store a new one as a secret variable of the pipeline, and write $(NAME)",
    };
    if (start >= bodyStart && explained.has(kind)) findings.warn({ start }, "", message);
    else findings.error({ start }, "", message);
  }
}

/**
 * Returns whether the value is ordinary prose. In a prompt, the word after "password" can belong to
 * a normal sentence.
 */
function isProse(value: string): boolean {
  return /^[A-Za-z]*[.,;:!?)]?$/.test(value);
}
