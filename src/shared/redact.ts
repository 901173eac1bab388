import { findShapes, type CredentialKind } from "./redact/find-shapes.ts";
import type { Span } from "./redact/joined-text.ts";
import { findKnownSecrets, findLargePieces } from "./redact/known-secrets.ts";
import { hidden, type Secret } from "./secret.ts";

export { findShapes } from "./redact/find-shapes.ts";
export type { Credential, CredentialKind } from "./redact/find-shapes.ts";
export { tokenShapes } from "./redact/token-shapes.ts";
export type { TokenShape } from "./redact/token-shapes.ts";
export { vendorStart } from "./redact/vendor-key-shape.ts";

/**
 * Redacts credentials in external text, such as the output of a child process, a response or a log.
 *
 * Finds `secrets` in every form that programs use: unchanged, truncated, wrapped, escaped, in
 * base64 or hex. Finds other keys and tokens by their format. Runs in linear time.
 */
export function redact(text: string, secrets: readonly Secret[] = []): string {
  return hide(text, [...findKnownSecrets(text, secrets), ...findShapes(text)]);
}

/** Redacts every string in a document. */
export function redactIn(value: unknown, secrets: readonly Secret[] = []): unknown {
  const hide = (_: string, part: unknown) =>
    typeof part === "string" ? redact(part, secrets) : part;
  return JSON.parse(JSON.stringify(value ?? null, hide));
}

/** Location and kind of a credential in text, without any part of the text. */
export interface Sighting {
  /** Line number, starting at 1. */
  readonly line: number;
  /**
   * `known`: one of the `secrets`, or a large piece of it. All other kinds are recognized by their
   * format.
   */
  readonly what: "known" | "private key" | "token" | "base64";
}

/** Finds credentials in text, and reports each line once per kind. Runs in linear time. */
export function findCredentials(text: string, secrets: readonly Secret[] = []): Sighting[] {
  const found: readonly (Pick<Span, "start"> & { readonly what: Sighting["what"] })[] = [
    ...secrets.flatMap((secret) =>
      findLargePieces(text, secret).map(({ start }) => ({ start, what: "known" as const })),
    ),
    ...findShapes(text).flatMap(({ start, kind }) => {
      const what = sightings.has(kind) ? sightings.get(kind) : "token";
      return what === undefined ? [] : [{ start, what }];
    }),
  ];
  const lineOf = createLineCounter(text);
  const all = found.map(({ what, start }) => ({ what, line: lineOf(start) }));
  const each = new Map(all.map((sighting) => [`${sighting.line} ${sighting.what}`, sighting]));
  return [...each.values()].toSorted((a, b) => a.line - b.line);
}

/**
 * Maps each kind that is not reported as a token to the reported kind. A kind mapped to undefined
 * is recognized only by its location and is not reported.
 */
const sightings: ReadonlyMap<CredentialKind, Sighting["what"] | undefined> = new Map([
  ["authorization header", undefined],
  ["URL with user information", undefined],
  ["field of a secret", undefined],
  ["private key", "private key"],
  ["key or token in base64", "base64"],
  ["key or token in hex", "base64"],
]);

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
