import { findShapes, type CredentialKind } from "../../shared/redact.ts";
import type { Findings } from "../../yaml/diagnostics.ts";
import type { SourceFile } from "../source/source-file.ts";

/** A value that only its name or its place makes a credential: a prompt can explain one. */
const explained: ReadonlySet<CredentialKind> = new Set<CredentialKind>([
  "authorization header",
  "URL with user information",
  "field of a secret",
]);

/**
 * Refuses a credential anywhere in a definition, also in a comment or in the prompt. An error has its place and its kind, and
 * no character of it. `$(NAME)` is not a credential: the pipeline service replaces it in a run. What may be an example in the
 * prompt is a warning.
 */
export function refuseCredentials({ text, bodyStart }: SourceFile, findings: Findings): void {
  const places = new Set<number>();
  for (const { kind, start, end, isCertain } of findShapes(text)) {
    const isWord = kind === "field of a secret" && isProse(text.slice(start, end));
    if (!isCertain || isWord || places.has(start)) continue;
    places.add(start);
    const said = {
      message: `possible credential (${kind}): anyone who can read this file can use it`,
      hint: "Revoke it, store a new one as a secret variable of the pipeline, and write $(NAME)",
    };
    if (start >= bodyStart && explained.has(kind)) findings.warn({ start }, "", said);
    else findings.error({ start }, "", said);
  }
}

/** A prompt may speak of a password: what follows then is a word of the sentence. */
function isProse(value: string): boolean {
  return /^[A-Za-z]*[.,;:!?)]?$/.test(value);
}
