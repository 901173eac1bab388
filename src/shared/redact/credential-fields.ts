import type { Span } from "./joined-text.ts";

/*
 * Patterns for values that are secret because of their location. The only capture group of each
 * pattern is the value. Each pattern begins with a literal word and repeats one class of
 * characters, so no text can make it slow.
 */
const authorization =
  /\bauthorization["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}(?:(?:bearer|token|basic|digest|negotiate) {1,4})?([^\r\n"'\\]+(?:\r?\n[ \t]{0,40}[\w+/=.~-]{8,}(?=[\r\n"'\\]|$))*)/dgi;
const userInfo = /:\/\/(?!git@)([^\s/?#"'<>]+)@/dg;
const named =
  /\b(?:client_secret|webhook_secret|private_key|access_token|refresh_token|password|passwd)["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}([^\s"'\\&,;}]{4,})/dgi;

/**
 * `NAME_TOKEN=value`; the name can start with anything. A value is a credential only if it looks
 * random.
 */
const assigned =
  /(?:token|secret|passphrase|credentials?|_auth|(?:api|access|account|auth|private|signing|encryption|shared|master|service|subscription|deploy|admin)[_-]?key)(?:_?(?:id|value|base64))?["'`\\\]]{0,4}[ \t]{0,4}(?:=>|:=|[:=])[ \t]{0,4}["'`\\]{0,4}([\w+/=.~!@#%^*-]{16,})/dgi;
/** Signature in a URL signed by Azure Storage. */
const signature = /[?&;]sig=([\w%+/-]{40,}=?)/dgi;

/** Kind of credential, as indicated by the location of its value. */
export type FieldKind = "authorization header" | "URL with user information" | "field of a secret";

export interface CredentialField extends Span {
  readonly kind: FieldKind;
}

interface FieldPattern {
  readonly kind: FieldKind;
  readonly pattern: RegExp;
  readonly accepts?: (value: string) => boolean;
}

const patterns: readonly FieldPattern[] = [
  { kind: "authorization header", pattern: authorization },
  { kind: "URL with user information", pattern: userInfo },
  { kind: "field of a secret", pattern: named },
  { kind: "field of a secret", pattern: assigned, accepts: isRandomValue },
  { kind: "field of a secret", pattern: signature, accepts: isRandomValue },
];

/** Finds Authorization headers, credentials in URLs, and fields whose name indicates a secret. */
export function findCredentialFields(text: string): CredentialField[] {
  return patterns.flatMap(({ kind, pattern, accepts = () => true }) =>
    Array.from(text.matchAll(pattern), ({ 1: value = "", indices }) => {
      const [start, end] = indices![1]!;
      return accepts(value) ? [{ kind, start, end }] : [];
    }).flat(),
  );
}

/**
 * Returns whether a value looks random, with letters and digits mixed. In names, paths, dates and
 * program expressions, digits are grouped.
 */
function isRandomValue(value: string): boolean {
  const turns = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  return turns >= 3 && new Set(value).size >= 8 && !/EXAMPLE|x{6}/i.test(value);
}
