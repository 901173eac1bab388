import type { ByteReader } from "./byte-reader.ts";
import { inflate } from "./inflate.ts";
import { BrokenArchive, type Entry } from "./read-tar.ts";
import { once } from "./once.ts";

export const pngMark = "\x89PNG\r\n\x1a\n";
const longestText = 1 << 24;

/**
 * Reads a PNG. Unpacks its pixels and text chunks; every other chunk is a separate entry.
 * @throws BrokenArchive; BytesMissing if the file ends within a chunk
 * @see https://www.w3.org/TR/png-3/, 5.3 and 11.3
 */
export async function* readPng(reader: ByteReader): AsyncGenerator<Entry> {
  await reader.read(pngMark.length);
  for (;;) {
    const { type, length } = await peekChunk(reader);
    if (type === "IDAT") {
      yield { name: "(pixels)", content: inflate(readPixels(reader), "zlib"), isEven: true };
      continue;
    }
    await reader.read(8);
    if (["zTXt", "iTXt", "iCCP"].includes(type)) yield* readPackedText(type, reader, length);
    else yield { name: type, content: reader.stream(length) };
    await reader.read(4);
    if (type === "IEND") break;
  }
  if ((await reader.peek(1)).length > 0) {
    yield { name: "(after the end)", content: reader.rest() };
  }
}

async function peekChunk(reader: ByteReader): Promise<{ type: string; length: number }> {
  const head = await reader.peek(8);
  const type = head.toString("latin1", 4, 8);
  if (!/^[A-Za-z]{4}$/.test(type)) throw new BrokenArchive("a chunk is damaged");
  return { type, length: head.readUInt32BE(0) };
}

/** Reads an image's pixel data, which is a single stream split into several chunks. */
async function* readPixels(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const { type, length } = await peekChunk(reader);
    if (type !== "IDAT") return;
    await reader.read(8);
    yield* reader.stream(length);
    await reader.read(4);
  }
}

/** Reads a text chunk: a keyword, a language (only in iTXt chunks), and compressed text. */
async function* readPackedText(
  type: string,
  reader: ByteReader,
  length: number,
): AsyncGenerator<Entry> {
  if (length > longestText) throw new BrokenArchive("a text chunk is too long");
  const bytes = await reader.read(length);
  const keyword = bytes.indexOf(0);
  if (keyword < 0) throw new BrokenArchive("a text chunk is damaged");
  const isPacked = type !== "iTXt" || bytes[keyword + 1] === 1;
  let start = keyword + 2;
  if (type === "iTXt") {
    start = bytes.indexOf(0, bytes.indexOf(0, keyword + 3) + 1) + 1;
    if (start === 0) throw new BrokenArchive("a text chunk is damaged");
  }
  yield { name: type, content: once(bytes.subarray(0, isPacked ? start : length)), isFrame: true };
  if (isPacked) {
    yield { name: type, content: inflate(once(bytes.subarray(start)), "zlib") };
  }
}
