import { findBase64 } from "./redact/base64-shape.ts";
import { findCredentialFields } from "./redact/credential-fields.ts";
import { joinLines } from "./redact/joined-text.ts";
import type { Span } from "./redact/joined-text.ts";
import { findKnownSecrets } from "./redact/known-secrets.ts";
import { findPrivateKeys } from "./redact/private-key-shape.ts";
import { findTokens } from "./redact/token-shapes.ts";
import type { Secret } from "./secret.ts";

export { tokenShapes } from "./redact/token-shapes.ts";
export type { TokenShape } from "./redact/token-shapes.ts";

const hidden = "[secret]";

/**
 * Hides credentials in a text that somebody else wrote: a child process, the forge, a log.
 *
 * `secrets` are hidden in every spelling that a program gives them: as they are, cut off, broken over lines, escaped,
 * as base64, as hex. Keys and tokens that nobody named are known by their shape. Takes linear time.
 */
export function redact(text: string, secrets: readonly Secret[] = []): string {
  const joined = joinLines(text);
  return hide(text, [
    ...findKnownSecrets(text, secrets),
    ...findPrivateKeys(joined),
    ...findTokens(joined),
    ...findBase64(joined),
    ...findCredentialFields(text),
  ]);
}

function hide(text: string, spans: readonly Span[]): string {
  let shown = "";
  let end = 0;
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    if (span.start > end || shown === "") shown += text.slice(end, span.start) + hidden;
    end = Math.max(end, span.end);
  }
  return shown + text.slice(end);
}
