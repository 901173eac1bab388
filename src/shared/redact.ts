import { findBase64 } from "./redact/base64-shape.ts";
import { findCredentialFields } from "./redact/credential-fields.ts";
import type { FieldKind } from "./redact/credential-fields.ts";
import { joinBytes, joinLines } from "./redact/joined-text.ts";
import type { Span } from "./redact/joined-text.ts";
import { findKnownSecrets, findLargePieces } from "./redact/known-secrets.ts";
import { findPrivateKeys } from "./redact/private-key-shape.ts";
import { findProviderKeys } from "./redact/provider-key-shape.ts";
import { findTokens } from "./redact/token-shapes.ts";
import { hidden, type Secret } from "./secret.ts";

export { tokenShapes } from "./redact/token-shapes.ts";
export type { TokenShape } from "./redact/token-shapes.ts";

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
    ...findProviderKeys(joined),
    ...findBase64(joined),
    ...findCredentialFields(text),
  ]);
}

/** The same of every text in a document. */
export function redactIn(value: unknown, secrets: readonly Secret[] = []): unknown {
  const hide = (_: string, part: unknown) =>
    typeof part === "string" ? redact(part, secrets) : part;
  return JSON.parse(JSON.stringify(value ?? null, hide));
}

/** A piece of a text that is a credential by its shape, or by where it stands. */
export interface Credential extends Span {
  readonly kind:
    "private key" | "forge token" | "JSON Web Token" | "key or token in base64" | FieldKind;
}

/**
 * Finds all that `redact` hides without being told of it, and says what each is; but for keys of providers of models, which
 * are not the forge's. Takes linear time.
 * @param read `bytes` for a Latin-1 view of what may be no text
 */
export function findShapes(text: string, read: "text" | "bytes" = "text"): Credential[] {
  const joined = read === "text" ? joinLines(text) : joinBytes(text);
  const as =
    (kind: Credential["kind"]) =>
    ({ start, end }: Span): Credential => ({ kind, start, end });
  return [
    ...findPrivateKeys(joined).map(as("private key")),
    ...findTokens(joined).map((span) =>
      as(text.startsWith("ey", span.start) ? "JSON Web Token" : "forge token")(span),
    ),
    ...findBase64(joined).map(as("key or token in base64")),
    ...findCredentialFields(text),
  ];
}

/** Where a credential stands in a text, and what it is. It holds no part of the text. */
export interface Sighting {
  /** From 1. */
  readonly line: number;
  /** One of `secrets`, in whole or at least a half of it; or a credential that nobody named, known by its shape. */
  readonly what: "known" | "private key" | "token" | "base64";
}

/** Looks for credentials in a text, each line once for each kind. Takes linear time. */
export function findCredentials(text: string, secrets: readonly Secret[] = []): Sighting[] {
  const joined = joinLines(text);
  const found: readonly (readonly [Sighting["what"], readonly Span[]])[] = [
    ["known", secrets.flatMap((secret) => findLargePieces(text, secret))],
    ["private key", findPrivateKeys(joined)],
    ["token", findTokens(joined)],
    ["base64", findBase64(joined)],
  ];
  const lineOf = createLineCounter(text);
  const sightings = found.flatMap(([what, spans]) =>
    spans.map(({ start }) => ({ what, line: lineOf(start) })),
  );
  const each = new Map(
    sightings.map((sighting) => [`${sighting.line} ${sighting.what}`, sighting]),
  );
  return [...each.values()].toSorted((a, b) => a.line - b.line);
}

function createLineCounter(text: string): (index: number) => number {
  const ends = Array.from(text.matchAll(/\n/g), ({ index }) => index);
  return (index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! < index) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
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
