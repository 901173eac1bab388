import { inflateSync } from "node:zlib";
import type { Entry } from "./read-tar.ts";
import { once } from "./once.ts";
import { readPredictor, undoPredictor } from "./pdf-predictor.ts";
import { decodeName, readDictionary, readTokens } from "./pdf-tokens.ts";
import type { PdfDictionary } from "./pdf-tokens.ts";

export const pdfMark = "%PDF-";

/** Maximum size of one stream in bytes. */
const longestStream = 1 << 26;
const streamMark = /stream\r?\n/;
/**
 * Detects fonts with custom character codes. Text in such a font can be read only after rendering.
 */
const fontCodes = /\/Identity-[HV]|\/Type0\b|\/Type3\b|\/Differences\b|\/CIDFont/;

/**
 * Reads a PDF: the raw document, and every stream, unpacked if it uses zlib. Streams with other
 * compression, and text that uses a font's custom codes, are reported as not searched.
 * @see ISO 32000-1, 7.3.8 and 7.4
 */
export async function* readPdf(bytes: Buffer): AsyncGenerator<Entry> {
  const text = bytes.toString("latin1");
  yield { name: "(document)", content: once(bytes), isFrame: true };
  yield { name: "(document, joined)", content: once(joinShown(text)), isFrame: true };
  const reasons = new Set<string>();
  if (/\/Encrypt\b/.test(text)) reasons.add("it is encrypted");
  if (fontCodes.test(text)) reasons.add(inFontCodes);
  const outside: Buffer[] = [];
  let after = 0;
  let count = 0;
  for (const stream of findStreams(text, (reason) => reasons.add(reason))) {
    const { start, end, before, entries } = stream;
    outside.push(bytes.subarray(after, before));
    after = end;
    count += 1;
    const name = `(stream ${count})`;
    const read = readStream(stream, bytes.subarray(start, end));
    if (typeof read === "string") {
      reasons.add(read);
      continue;
    }
    const { content, rest } = read;
    const inside = content.toString("latin1");
    if (fontCodes.test(inside)) reasons.add(inFontCodes);
    yield { name, content: once(content), isEven: isImage(entries) };
    yield { name: `(stream ${count}, joined)`, content: once(joinShown(inside)), isFrame: true };
    if (rest.length > 0) yield { name: `(after stream ${count})`, content: once(rest) };
  }
  outside.push(bytes.subarray(after));
  // Omits the PDF signature, so that the content is not detected as a PDF again.
  const between = Buffer.concat(outside).subarray(pdfMark.length);
  yield { name: "(outside streams)", content: once(between) };
  for (const unread of reasons)
    yield { name: "(document)", content: once(Buffer.alloc(0)), unread };
}

const inFontCodes = "its text uses custom font codes, which are not supported";

const unclearStart = "the start of a stream is ambiguous";
const hasPredictor = "a stream uses an unsupported predictor";

interface PdfStream {
  /** Text from the object's number to the word `stream`, with decoded names. */
  readonly dictionary: string;
  /** Undefined if the stream's dictionary cannot be read. */
  readonly entries: PdfDictionary | undefined;
  /** Offset of the word `stream`. */
  readonly before: number;
  readonly start: number;
  readonly end: number;
}

/** Finds the streams: the word `stream` after a dictionary, outside comments and strings. */
function* findStreams(text: string, report: (reason: string) => void): Generator<PdfStream> {
  let from = 0;
  for (let stream = findStream(text, from, report); stream;) {
    yield stream;
    if (/>>\s*stream\r?\n/.test(text.slice(stream.start, stream.end))) report(unclearStart);
    from = text.indexOf("endstream", stream.start);
    if (from < 0) return;
    from += "endstream".length;
    stream = findStream(text, from, report);
  }
}

function findStream(
  text: string,
  from: number,
  report: (reason: string) => void,
): PdfStream | undefined {
  let object: string[] = [];
  let objectStart = from;
  for (const { text: token, index } of readTokens(text, from)) {
    const next = index + token.length;
    const isLineEnd = /^\r?\n/.test(text.slice(next, next + 2));
    const isStream = token === "stream" && isLineEnd && object.at(-1) === ">>";
    // A reader that starts at a different offset could interpret this token as the start of a
    // stream.
    const isUnclear =
      (token.startsWith("(") && streamMark.test(token)) ||
      (token.startsWith("%") && />>\s*stream$/.test(token)) ||
      (token === "stream" && !isStream);
    if (isUnclear) report(unclearStart);
    if (token.startsWith("%")) continue;
    if (isStream) {
      const start = next + (text[next] === "\r" ? 2 : 1);
      const dictionary = decodeName(text.slice(objectStart, index));
      const entries = readDictionary(object);
      return { dictionary, entries, before: index, start, end: endOf(text, start) };
    }
    object.push(token);
    if (token !== "obj") continue;
    object = [];
    objectStart = next;
  }
  return undefined;
}

function endOf(text: string, start: number): number {
  const found = text.indexOf("endstream", start);
  const last = found < 0 ? text.length : found;
  // The line break before `endstream` is not part of the stream.
  return last - (/\r?\n?$/.exec(text.slice(Math.max(start, last - 2), last))?.[0].length ?? 0);
}

/** Returns whether a stream is an image, whose pixels can be as uniform as compressed data. */
function isImage(entries: PdfDictionary | undefined): boolean {
  return entries?.get("/Subtype")?.join(" ") === "/Image";
}

/**
 * @returns the content and the bytes after it, or a string with the reason why it cannot be read
 */
function readStream(
  { dictionary, entries }: PdfStream,
  packed: Buffer,
): { content: Buffer; rest: Buffer } | string {
  const filters = [...dictionary.matchAll(/\/(\w+Decode|Fl|AHx|A85|LZW|RL|CCF|DCT|Crypt)\b/g)];
  if (!/\/(?:Filter|F)\b/.test(dictionary) && filters.length === 0) {
    return { content: packed, rest: Buffer.alloc(0) };
  }
  const names = filters.map(([, name = ""]) => name);
  if (names.length !== 1 || !/^(?:FlateDecode|Fl)$/.test(names[0] ?? "")) {
    return `a stream uses unsupported compression: ${names.join(" and ") || "unknown filter"}`;
  }
  if (!entries) return "a stream has an unreadable dictionary";
  const rows = readPredictor(entries);
  if (rows === "unread") return hasPredictor;
  try {
    const unpacked: unknown = inflateSync(packed, { info: true, maxOutputLength: longestStream });
    if (!isInflated(unpacked)) throw new TypeError("zlib did not report how much data it read");
    const rest = packed.subarray(unpacked.engine.bytesWritten);
    const content = rows === "plain" ? unpacked.buffer : undoPredictor(unpacked.buffer, rows);
    if (!content) return hasPredictor;
    return {
      content,
      rest: /^\s*$/.test(rest.toString("latin1")) ? Buffer.alloc(0) : rest,
    };
  } catch (error) {
    if (error instanceof TypeError) throw error;
    return "a stream is damaged, truncated or too long";
  }
}

/**
 * Returns whether a value is the result of zlib with `info: true`, which is missing from Node's
 * types.
 */
function isInflated(
  value: unknown,
): value is { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } } {
  return typeof value === "object" && value !== null && "buffer" in value && "engine" in value;
}

/**
 * Joins adjacent strings, because a PDF can split a word into several strings to adjust the letter
 * spacing.
 */
function joinShown(text: string): Buffer {
  const between = /\)\s{0,4}-?[\d.]{0,9}\s{0,4}\(|>\s{0,4}-?[\d.]{0,9}\s{0,4}<(?!<)/g;
  const joined = text
    .replaceAll(/<[\da-f\s\0]+>/gi, (hex) => hex.replaceAll(/[\s\0]/g, ""))
    .replaceAll(between, "");
  return Buffer.from(joined, "latin1");
}
