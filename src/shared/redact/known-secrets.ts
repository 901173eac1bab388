import type { Secret } from "../secret.ts";
import { squeeze } from "./joined-text.ts";
import type { Span } from "./joined-text.ts";

// Minimum length of a recognized piece of a secret. Shorter pieces occur by chance in any text.
const windowLength = 8;
const armour = /-----(?:BEGIN|END) [A-Z0-9 ]+-----/g;

/**
 * Finds every substring of a secret that is at least eight characters long. Comparing windows
 * instead of complete values also finds pieces that were cut off, wrapped or partly quoted.
 */
export function findKnownSecrets(text: string, secrets: readonly Secret[]): Span[] {
  if (secrets.length === 0) return [];
  const { text: squeezed, spanOf } = squeeze(text);
  const windows = new Set<string>();
  const short = new Set<string>();
  for (const spelling of secrets.flatMap((secret) => spellings(secret.reveal()))) {
    if (spelling.length < windowLength) short.add(spelling);
    for (let at = 0; at + windowLength <= spelling.length; at++) {
      windows.add(spelling.slice(at, at + windowLength));
    }
  }
  const found: Span[] = [];
  for (let at = 0; at + windowLength <= squeezed.length; at++) {
    if (windows.has(squeezed.slice(at, at + windowLength)))
      found.push(spanOf(at, at + windowLength));
  }
  for (const word of short) {
    for (let at = squeezed.indexOf(word); at >= 0; at = squeezed.indexOf(word, at + word.length)) {
      found.push(spanOf(at, at + word.length));
    }
  }
  return found;
}

// Number of consecutive characters that are certainly part of a secret. Longer than the start that
// all RSA keys share, and longer than the prefix of any token.
const largePiece = 20;

/**
 * Finds large pieces of a secret, which are certain to be from the secret: the complete secret,
 * half of it, or twenty consecutive characters. Shorter pieces can match by chance in a long text.
 * Redacting them does no harm, but reporting them does.
 */
export function findLargePieces(text: string, secret: Secret): Span[] {
  const wanted = Math.min(
    largePiece,
    Math.max(windowLength, Math.floor(secret.reveal().length / 2)),
  );
  const pieces: Span[] = [];
  for (const { start, end } of findKnownSecrets(text, [secret])) {
    const last = pieces.at(-1);
    if (last && start <= last.end) pieces[pieces.length - 1] = { start: last.start, end };
    else pieces.push({ start, end });
  }
  return pieces.filter(({ start, end }) => squeeze(text.slice(start, end)).text.length >= wanted);
}

/** Returns a value in the encodings that programs use, without white space. */
function spellings(value: string): string[] {
  const bytes = Buffer.from(value);
  const wellFormed = bytes.toString();
  const hex = bytes.toString("hex");
  const encoded = encodeURIComponent(wellFormed);
  const plain = squeeze(value.replace(armour, "")).text;
  const written = [
    JSON.stringify(value).slice(1, -1).replace(armour, ""),
    encoded,
    encoded.replace(/%../g, (escape) => escape.toLowerCase()),
    new URLSearchParams([["", wellFormed]]).toString().slice(1),
    hex,
    hex.toUpperCase(),
    ...base64Spellings(bytes),
  ].map((spelling) => squeeze(spelling).text);
  const long = written.filter((spelling) => spelling.length >= windowLength);
  return plain === "" ? long : [plain, ...long];
}

/**
 * Returns the possible base64 encodings of a value. Base64 encodes three bytes as four characters,
 * so the result depends on whether zero, one or two other bytes precede the value. Characters that
 * contain bits of a neighboring byte are omitted.
 */
function base64Spellings(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const completeCharacters = Math.floor(((before + bytes.length) * 8) / 6);
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .slice(Math.ceil((before * 8) / 6), completeCharacters);
    return [text, text.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
