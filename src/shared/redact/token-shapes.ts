import type { JoinedText, Span } from "./joined-text.ts";

/*
 * Shape of a GitHub token. The prefixes are the same on every host. The longer installation token
 * (prefix, App ID, JWT) has no fixed length.
 */

export interface TokenShape {
  readonly kind:
    "classic" | "oauth" | "user-to-server" | "installation" | "refresh" | "fine-grained";
  readonly prefix: string;
  /** Number of characters after the prefix. */
  readonly length: number;
}

export const tokenShapes: readonly TokenShape[] = [
  { kind: "classic", prefix: "ghp_", length: 36 },
  { kind: "oauth", prefix: "gho_", length: 36 },
  { kind: "user-to-server", prefix: "ghu_", length: 36 },
  { kind: "installation", prefix: "ghs_", length: 36 },
  { kind: "refresh", prefix: "ghr_", length: 76 },
  { kind: "fine-grained", prefix: "github_pat_", length: 82 },
];

const prefixes = tokenShapes.map(({ prefix }) => prefix).join("|");
const starts = new RegExp(`${prefixes}|ey[JA](?=[\\w-]{8})`, "g");
const longInstallationToken = /ghs_\d{1,20}_(?=ey[JA])/y;
const jwtCharacter = /[\w.-]/;
const opaqueCharacter = /\w/;

/**
 * Finds GitHub tokens and JSON Web Tokens, even if they contain a line break or their end is cut
 * off.
 */
export function findTokens(joined: JoinedText): Span[] {
  const found: Span[] = [];
  let from = 0;
  let dotlessUntil = 0;
  for (const { 0: prefix, index } of joined.text.matchAll(starts)) {
    if (index < from) continue;
    const shape = tokenShapes.find((each) => each.prefix === prefix);
    const jwtStart = shape === undefined ? index : longTokenStart(joined.text, index);
    if (jwtStart !== undefined && jwtStart >= dotlessUntil) {
      const jwt = readJwt(joined, jwtStart);
      if (!jwt.isToken) dotlessUntil = jwt.end;
      else found.push(joined.spanOf(index, (from = jwt.end)));
    }
    if (shape === undefined || from > index) continue;
    const end = readOpaque(joined, index + prefix.length, shape.length);
    if (isLongEnough(joined, index, prefix.length, end))
      found.push(joined.spanOf(index, (from = end)));
  }
  return found;
}

function longTokenStart(text: string, index: number): number | undefined {
  longInstallationToken.lastIndex = index;
  const head = longInstallationToken.exec(text)?.[0];
  return head === undefined ? undefined : index + head.length;
}

/**
 * Returns whether a token is long enough. After a word boundary, a few characters are sufficient.
 * Inside a word ("laughs_…"), the rest must look random.
 */
function isLongEnough(
  joined: JoinedText,
  start: number,
  prefixLength: number,
  end: number,
): boolean {
  const isWordStart =
    start === 0 || joined.partsBefore(start) || !/\w/.test(joined.text[start - 1]!);
  if (isWordStart) return end - start - prefixLength >= 4;
  const afterPrefix = joined.text.slice(start + prefixLength, start + prefixLength + 16);
  return /^[A-Za-z0-9]{16}$/.test(afterPrefix);
}

function readOpaque(joined: JoinedText, start: number, length: number): number {
  let end = start;
  for (; opaqueCharacter.test(joined.text[end] ?? ""); end++) {
    if (!joined.breaksBefore(end) || end - start < length) continue;
    if (end - start === length || !continuesToken(joined, end, opaqueCharacter)) break;
  }
  return end;
}

function readJwt(joined: JoinedText, start: number): { end: number; isToken: boolean } {
  let dots = 0;
  let lastDot = start;
  let signatureLength = 0;
  let end = start;
  for (; jwtCharacter.test(joined.text[end] ?? ""); end++) {
    const isComplete = dots >= 2 && end - lastDot > signatureLength;
    if (isComplete && joined.breaksBefore(end) && !continuesToken(joined, end, jwtCharacter)) break;
    if (joined.text[end] !== ".") continue;
    if (dots === 0) signatureLength = shortestSignature(joined.text.slice(start, end));
    dots += 1;
    lastDot = end;
  }
  while (end > start && /[.-]/.test(joined.text[end - 1]!)) end -= 1;
  return { end, isToken: dots > 0 && end > joined.text.indexOf(".", start) + 4 };
}

/**
 * Returns the minimum length of a JWT signature in base64 characters. GitHub accepts only RSA
 * signatures of 2048 bits or more. HMAC-SHA256, the shortest other signature, has 256 bits.
 */
function shortestSignature(header: string): number {
  const isRsa = /"alg"\s*:\s*"[RP]S/.test(Buffer.from(header, "base64url").toString("latin1"));
  return isRsa ? 342 : 43;
}

/**
 * Returns whether the next line continues a token that could already be complete: the line must
 * look random and not like words.
 */
export function continuesToken(
  { text, breaksBefore }: JoinedText,
  start: number,
  character: RegExp,
): boolean {
  let end = start + 1;
  while (character.test(text[end] ?? "") && !breaksBefore(end)) end += 1;
  const piece = text.slice(start, end);
  const isWord = (part: string) => /^(?:[A-Z]?[a-z]*|[A-Z]+|\d{1,4})$/.test(part);
  return piece.length >= 8 && !piece.split(/[-_.]/).every(isWord);
}
