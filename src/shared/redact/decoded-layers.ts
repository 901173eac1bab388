import type { JoinedText, Span } from "./joined-text.ts";
import { derStart } from "./der-key-shape.ts";
import { vendorStart } from "./vendor-key-shape.ts";

/** Text that is encoded inside another text, and its location in the outer text. */
export interface Layer {
  readonly encoding: "escapes" | "base64" | "hex";
  readonly text: string;
  /** Search mode of the text; undefined if the text is searched like the surrounding text. */
  readonly read?: "text" | "bytes";
  /** Maps a range of this text to its range in the enclosing text. */
  readonly spanOf: (start: number, end: number) => Span;
}

/**
 * Decodes the encodings that programs use: URL, JSON and HTML escapes, and base64 and hex,
 * including UTF-16 in base64 and hex. Runs in linear time.
 */
export function* decodeLayers(text: string, joined: JoinedText): Generator<Layer> {
  const unescaped = unescape(text);
  if (unescaped) yield unescaped;
  yield* decodeRuns(joined, { encoding: "base64", runs: base64Runs, offsets: [0, 1, 2, 3] });
  yield* decodeRuns(joined, { encoding: "hex", runs: hexRuns, offsets: [0, 1] });
}

const escape =
  /%([\da-f]{2})|\\u\{?0{0,4}([\da-f]{2})\}?|\\x([\da-f]{2})|&#x0{0,6}([\da-f]{2});?|&#0{0,6}(\d{2,3});?|&(\w{2,8});|\\([0-3][0-7]{2})|\\(\/)/gi;
/** HTML entity names for characters that occur in or around keys. */
const names: ReadonlyMap<string, string> = new Map([
  ["lowbar", "_"],
  ["underbar", "_"],
  ["hyphen", "-"],
  ["dash", "-"],
  ["period", "."],
  ["colon", ":"],
  ["equals", "="],
  ["plus", "+"],
  ["sol", "/"],
  ["commat", "@"],
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["newline", "\n"],
]);

function unescape(text: string): Layer | undefined {
  if (!/[%\\&]/.test(text)) return undefined;
  const starts = new Uint32Array(text.length + 1);
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  const keepUntil = (end: number) => {
    parts.push(text.slice(from, end));
    while (from < end) starts[length++] = from++;
  };
  for (const match of text.matchAll(escape)) {
    const character = characterOf(match);
    if (character === undefined) continue;
    keepUntil(match.index);
    parts.push(character);
    starts[length++] = match.index;
    from = match.index + match[0].length;
  }
  if (parts.length === 0) return undefined;
  keepUntil(text.length);
  starts[length] = text.length;
  return {
    encoding: "escapes",
    text: parts.join(""),
    spanOf: (start, end) => ({ start: starts[start] ?? 0, end: starts[end] ?? text.length }),
  };
}

function characterOf(match: RegExpMatchArray): string | undefined {
  const [, percent, json, byte, entityHex, entity, name, octal, slash] = match;
  const hex = percent ?? json ?? byte ?? entityHex;
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (entity !== undefined) return String.fromCharCode(Number(entity));
  return slash ?? names.get(name?.toLowerCase() ?? "");
}

const base64Runs = /[\w+/-]{16,}={0,2}/g;
const hexRuns = /[\da-f]{32,}/gi;

interface Runs {
  readonly encoding: "base64" | "hex";
  readonly runs: RegExp;
  /**
   * Offsets within a run at which to start decoding, because other characters of the same alphabet
   * can directly precede the encoded text.
   */
  readonly offsets: readonly number[];
}

function* decodeRuns(joined: JoinedText, { encoding, runs, offsets }: Runs): Generator<Layer> {
  const perByte = encoding === "hex" ? 2 : 4 / 3;
  for (const { 0: run, index } of joined.text.matchAll(runs)) {
    for (const offset of offsets) {
      const bytes = Buffer.from(run.slice(offset), encoding);
      for (const { bytes: read, locations } of readBytes(bytes)) {
        const found = readPromising(read);
        if (!found) continue;
        const byteAt = (at: number) => (locations ? (locations[at] ?? bytes.length) : at);
        const spanOf = (start: number, end: number) => {
          const last = offset + Math.ceil(byteAt(end) * perByte);
          const isAtEnd = end === found.text.length;
          return joined.spanOf(
            index + offset + Math.floor(byteAt(start) * perByte),
            index + (isAtEnd ? run.length : Math.min(last, run.length)),
          );
        };
        yield { encoding, ...found, spanOf };
      }
    }
  }
}

interface Reading {
  readonly bytes: Buffer;
  /** Maps each byte to its index in the complete data; undefined if no bytes were removed. */
  readonly locations?: Uint32Array;
}

/** Reads bytes twice: unchanged, and without zero bytes to find keys in UTF-16. */
function readBytes(bytes: Buffer): readonly Reading[] {
  if (!bytes.includes(0)) return [{ bytes }];
  const kept = Buffer.alloc(bytes.length);
  const locations = new Uint32Array(bytes.length + 1).fill(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === 0) continue;
    kept[length] = bytes[at]!;
    locations[length++] = at;
  }
  return [{ bytes }, { bytes: kept.subarray(0, length), locations }];
}

const keyStart = new RegExp(
  `gh[pousr]_|github_pat_|PRIVATE|M(?:II|IG|Hc|C4C)[\\w+/]{4}|ey[JA][\\w-]{8}|${derStart}|${vendorStart}`,
);

/**
 * Returns decoded bytes as the text to search; undefined if they do not have to be searched. Most
 * bytes are not text and are searched only if they contain what looks like the start of a key.
 */
function readPromising(bytes: Buffer): Pick<Layer, "text" | "read"> | undefined {
  if (bytes.length < leastDecoded) return undefined;
  const text = bytes.toString("latin1");
  if (isMostlyText(bytes)) return { text, read: "text" };
  return keyStart.test(text) ? { text, read: "bytes" } : undefined;
}

const leastDecoded = 12;

function isMostlyText(bytes: Buffer): boolean {
  let others = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte > 126 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) others += 1;
  }
  return others * 4 < bytes.length;
}
