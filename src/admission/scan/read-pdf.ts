import { constants, inflateSync } from "node:zlib";
import type { Entry } from "./read-tar.ts";

export const pdfMark = "%PDF-";

/** Of one stream, in bytes. */
const longestStream = 1 << 26;
const streamMark = /stream\r?\n/g;
/** Fonts with codes of their own: the text of such a document is no text before it is drawn. */
const fontCodes = /\/Identity-[HV]|\/Type0\b|\/Type3\b|\/Differences\b|\/CIDFont/;

/**
 * Reads a PDF: the document as it is, and every stream that zlib unpacks. Whatever else a stream is packed by, and text
 * in a font's own codes, is reported as not read.
 * @see ISO 32000-1, 7.3.8 and 7.4
 */
export async function* readPdf(bytes: Buffer): AsyncGenerator<Entry> {
  const text = bytes.toString("latin1");
  yield { name: "(document)", content: once(bytes), isFrame: true };
  yield { name: "(document, joined)", content: once(joinShown(text)), isFrame: true };
  const reasons = new Set<string>();
  if (/\/Encrypt\b/.test(text)) reasons.add("it is encrypted");
  if (fontCodes.test(text)) reasons.add(inFontCodes);
  let count = 0;
  for (const { index, 0: mark } of text.matchAll(streamMark)) {
    if (text.startsWith("end", index - 3)) continue;
    count += 1;
    const unpacked = unpack(text, { index, start: index + mark.length }, bytes);
    if (typeof unpacked === "string") reasons.add(unpacked);
    if (typeof unpacked !== "object") continue;
    const inside = unpacked.toString("latin1");
    if (fontCodes.test(inside)) reasons.add(inFontCodes);
    yield { name: `(stream ${count})`, content: once(unpacked), isFrame: true };
    yield { name: `(stream ${count}, joined)`, content: once(joinShown(inside)), isFrame: true };
  }
  for (const unread of reasons)
    yield { name: "(document)", content: once(Buffer.alloc(0)), unread };
}

const inFontCodes = "its text is in the codes of a font, which are not read";

/** @returns the bytes; undefined if they are not packed; a text that explains why they cannot be read */
function unpack(
  text: string,
  { index, start }: { readonly index: number; readonly start: number },
  bytes: Buffer,
): Buffer | string | undefined {
  const before = text.slice(Math.max(0, index - 4096), index);
  const dictionary = before.slice(before.lastIndexOf("obj") + 1);
  const filters = [...dictionary.matchAll(/\/(\w+Decode|Fl|AHx|A85|LZW|RL|CCF|DCT|Crypt)\b/g)];
  if (!/\/(?:Filter|F)\b/.test(dictionary) && filters.length === 0) return undefined;
  const names = filters.map(([, name = ""]) => name);
  if (names.length !== 1 || !/^(?:FlateDecode|Fl)$/.test(names[0] ?? "")) {
    return `a stream in it is packed by ${names.join(" and ") || "an unknown filter"}, which is not read`;
  }
  const isScrambled = /\/Predictor\s+(?:[2-9]|1\d)/.test(dictionary);
  if (isScrambled && !/\/XRef\b|\/Image\b/.test(dictionary)) {
    return "a stream in it has a predictor, which is not read";
  }
  try {
    const finishFlush = constants.Z_SYNC_FLUSH;
    const end = text.indexOf("endstream", start);
    const packed = bytes.subarray(start, end < 0 ? bytes.length : end);
    return inflateSync(packed, { finishFlush, maxOutputLength: longestStream });
  } catch {
    return "a stream in it is damaged, cut off or too long";
  }
}

/** Text is drawn in pieces, with distances between the letters. */
function joinShown(text: string): Buffer {
  const between = /\)\s{0,4}-?[\d.]{0,9}\s{0,4}\(|>\s{0,4}-?[\d.]{0,9}\s{0,4}<(?!<)/g;
  return Buffer.from(text.replaceAll(between, ""), "latin1");
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
