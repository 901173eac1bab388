import type { Secret } from "../secret.ts";
import { squeeze } from "./joined-text.ts";
import type { Span } from "./joined-text.ts";

// So many characters of a secret in a row give it away; fewer are anybody's.
const windowLength = 8;
const armour = /-----(?:BEGIN|END) [A-Z0-9 ]+-----/g;

/**
 * Finds every piece of a secret that is eight characters or longer. Comparing windows instead of whole values also
 * finds what was cut off, wrapped or quoted in part.
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

// What every RSA key begins with is shorter, and so are the words that a token begins with.
const largePiece = 20;

/**
 * Finds what is certainly this secret: the whole, a half, or twenty characters of it in a row. What is shorter may be
 * chance in a long text; hiding it costs nothing, but calling it a finding does.
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

/** How a program may write a value, without white space. */
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
 * Base64 writes three bytes as four characters, so that a value looks different after zero, one or two other bytes.
 * Characters that also hold bits of a neighbour are left out.
 */
function base64Spellings(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const wholeCharacters = Math.floor(((before + bytes.length) * 8) / 6);
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .slice(Math.ceil((before * 8) / 6), wholeCharacters);
    return [text, text.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
