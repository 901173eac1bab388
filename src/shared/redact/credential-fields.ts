import type { Span } from "./joined-text.ts";

/*
 * Values that are secret because of where they stand. The value is the one group of each pattern. A pattern
 * begins at a word that it names and repeats one class of characters, so that no text makes it slow.
 */
const authorization =
  /\bauthorization["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}(?:(?:bearer|token|basic|digest|negotiate) {1,4})?([^\r\n"'\\]+(?:\r?\n[ \t]{0,40}[\w+/=.~-]{8,}(?=[\r\n"'\\]|$))*)/dgi;
const userInfo = /:\/\/(?!git@)([^\s/?#"'<>]+)@/dg;
const named =
  /\b(?:client_secret|webhook_secret|private_key|access_token|refresh_token|password|passwd)["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}([^\s"'\\&,;}]{4,})/dgi;

/** What the place of a value says that it is. */
export type FieldKind = "authorization header" | "URL with user information" | "field of a secret";

export interface CredentialField extends Span {
  readonly kind: FieldKind;
}

const patterns: readonly (readonly [FieldKind, RegExp])[] = [
  ["authorization header", authorization],
  ["URL with user information", userInfo],
  ["field of a secret", named],
];

/** Finds Authorization headers, credentials in URLs, and fields that are named after a secret. */
export function findCredentialFields(text: string): CredentialField[] {
  return patterns.flatMap(([kind, pattern]) =>
    Array.from(text.matchAll(pattern), ({ indices }) => {
      const [start, end] = indices![1]!;
      return { kind, start, end };
    }),
  );
}
