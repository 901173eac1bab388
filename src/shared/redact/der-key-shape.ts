import type { Span } from "./joined-text.ts";

// The tag and length of a sequence. The patterns below continue with bytes that only keys begin
// with. Bytes are read as Latin-1.
const sequence = String.raw`0(?:[\x20-\x7f]|\x81[\x80-\xff]|\x82[\x01-\x20][^])`;
const version0 = String.raw`\x02\x01\x00`;
const anyVersion = String.raw`\x02\x01[\x00\x01]`;
const algorithm = String.raw`0[\x05-\x1d]\x06`;
const kinds = [
  // PKCS#1 and DSA: a version, then a long non-negative number
  String.raw`${version0}\x02(?:\x81[\x81\xc1]\x00|\x82[\x00-\x10][^]\x00)[\x80-\xff]`,
  // PKCS#8: a version, then RSA, EC or one of the curves of RFC 8410
  String.raw`${anyVersion}${algorithm}(?:\x09\x2a\x86H\x86\xf7\x0d\x01\x01|\x07\x2a\x86H\xce[\x38=]|\x03\x2be[n-q])`,
  // SEC1: version 1, then a number of 20 to 66 bytes, and the curve
  String.raw`\x02\x01\x01\x04[\x14-\x42][^]{20,66}?\xa0[\x07-\x20]\x06`,
  // PKCS#8, encrypted with a password
  String.raw`0[\x20-\x7f]\x06\x09\x2a\x86H\x86\xf7\x0d\x01\x05\x0d`,
];

/**
 * Source of a regular expression for the start of a private key in DER, or in OpenSSH's own format.
 */
export const derStart = String.raw`${sequence}(?:${kinds.join("|")})|openssh-key-v1\x00`;

const start = new RegExp(derStart, "g");
/** Assumed length in bytes, because OpenSSH's format does not begin with the length of the key. */
const longestOpenSsh = 8192;

/**
 * Finds private keys in binary form.
 * @param text bytes as Latin-1
 */
export function findDerKeys(text: string): Span[] {
  return Array.from(text.matchAll(start), ({ 0: head, index }) => ({
    start: index,
    end: Math.min(text.length, index + (head.startsWith("0") ? lengthOf(head) : longestOpenSsh)),
  }));
}

/**
 * Returns the length of a DER structure in bytes, including its header.
 * @see X.690, 8.1.3
 */
function lengthOf(head: string): number {
  const [, first = 0, second = 0, third = 0] = Array.from(head, (sign) => sign.charCodeAt(0));
  if (first < 0x80) return 2 + first;
  return first === 0x81 ? 3 + second : 4 + second * 256 + third;
}
