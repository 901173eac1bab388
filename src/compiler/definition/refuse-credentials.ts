import { findShapes } from "../../shared/redact.ts";
import type { Findings } from "../source/diagnostics.ts";
import type { SourceFile } from "../source/source-file.ts";

/**
 * Refuses a credential anywhere in a definition, also in a comment or in the prompt. An error has its place and its kind, and
 * no character of it. `$(NAME)` is not a credential: the pipeline service replaces it in a run.
 */
export function refuseCredentials({ text }: SourceFile, findings: Findings): void {
  const places = new Set<number>();
  for (const { kind, start, end, isCertain } of findShapes(text)) {
    const isWord = kind === "field of a secret" && isProse(text.slice(start, end));
    if (!isCertain || isWord || places.has(start)) continue;
    places.add(start);
    findings.error({ start }, "", {
      message: `what looks like a credential is here (${kind}): everybody who reads this file can use it`,
      hint: "Revoke it, store a new one as a secret variable of the pipeline, and write $(NAME)",
    });
  }
}

/** A prompt may speak of a password: what follows then is a word of the sentence. */
function isProse(value: string): boolean {
  return /^[A-Za-z]*[.,;:!?)]?$/.test(value);
}
