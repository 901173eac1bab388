import type { ByteReader } from "./byte-reader.ts";
import { once } from "./once.ts";

export interface Entry {
  readonly name: string;
  /** The bytes to search. */
  readonly content: AsyncIterable<Buffer>;
  /** True if the bytes belong to the archive format itself and not to a packed file. */
  readonly isFrame?: true;
  /**
   * True if the bytes can be uniform without being compressed, such as the pixels of a photograph.
   */
  readonly isEven?: boolean;
  readonly link?: string;
  /** Reason why the content cannot be read; undefined if it can. */
  readonly unread?: string;
}

/** An archive that does not match its format or is truncated. */
export class BrokenArchive extends Error {}

const blockBytes = 512;
/** The maximum size, in bytes, of a name or of one entry's extended headers. */
const longestNote = 1 << 20;

/** Extended headers, which precede their entry. */
interface Notes {
  readonly name?: string;
  readonly link?: string;
  readonly size?: number;
  readonly isSparse?: boolean;
}

/**
 * Reads a tar archive in the ustar, pax or GNU format. Each entry must be read to its end before
 * the next one is read.
 * @throws BrokenArchive; BytesMissing if the archive ends within an entry
 * @see POSIX.1-2017, pax, "ustar Interchange Format"
 */
export async function* readTar(reader: ByteReader): AsyncGenerator<Entry> {
  let notes: Notes = {};
  for (let hasEnded = false; ;) {
    const header = await reader.peek(blockBytes);
    const isZero = header.every((byte) => byte === 0);
    if (header.length < blockBytes || (hasEnded && !isZero && !isTarHeader(header))) break;
    if (!isZero && !isTarHeader(header)) throw new BrokenArchive("a header is damaged");
    await reader.read(blockBytes);
    hasEnded = isZero;
    if (isZero) continue;
    const type = String.fromCharCode(header[156] ?? 0);
    const size = notes.size ?? readNumber(header.subarray(124, 136));
    if (!Number.isSafeInteger(size) || size < 0) throw new BrokenArchive("a size is invalid");
    if ("xgLK".includes(type)) {
      if (size > longestNote) throw new BrokenArchive("a name is too long");
      const recorded = readNotes(type, await reader.read(size));
      await skipPadding(reader, size);
      if (type !== "g") notes = { ...notes, ...recorded };
      yield { name: "(notes)", content: once(recorded.bytes), isFrame: true };
      continue;
    }
    yield { name: "(header)", content: once(withoutNames(header)), isFrame: true };
    yield* readEntry(reader, { type, size, header, notes });
    yield { name: "(padding)", content: once(await skipPadding(reader, size)), isFrame: true };
    notes = {};
  }
  // Data could be hidden after the end of the archive.
  if ((await reader.peek(1)).length > 0) {
    yield { name: "(after the end)", content: reader.rest() };
  }
}

async function* readEntry(
  reader: ByteReader,
  { type, size, header, notes }: { type: string; size: number; header: Buffer; notes: Notes },
): AsyncGenerator<Entry> {
  const name = notes.name ?? nameIn(header);
  const link = notes.link ?? readText(header.subarray(157, 257));
  const isSparse = type === "S" || notes.isSparse === true;
  yield {
    name,
    content: reader.stream(size),
    ...("12".includes(type) && { link }),
    ...(isSparse && { unread: "it is a sparse file" }),
  };
}

/**
 * Returns whether a block is a tar header, based on its checksum, because old formats do not have
 * any other signature.
 */
export function isTarHeader(block: Buffer): boolean {
  if (block.length < blockBytes || block[0] === 0) return false;
  const recorded = readNumber(block.subarray(148, 156));
  let sum = 0;
  for (const [at, byte] of block.subarray(0, blockBytes).entries()) {
    sum += at >= 148 && at < 156 ? 32 : byte;
  }
  return sum === recorded;
}

/**
 * Returns the header without the file name and the link name. They are searched separately, because
 * the header can truncate them.
 */
function withoutNames(header: Buffer): Buffer {
  const rest = Buffer.from(header);
  rest.fill(0, 0, 100).fill(0, 157, 257);
  return isUstar(header) ? rest.fill(0, 345, 500) : rest;
}

function isUstar(header: Buffer): boolean {
  return header.toString("latin1", 257, 263) === "ustar\0";
}

function nameIn(header: Buffer): string {
  const prefix = isUstar(header) ? readText(header.subarray(345, 500)) : "";
  const name = readText(header.subarray(0, 100));
  return prefix === "" ? name : `${prefix}/${name}`;
}

function readText(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString("utf8", 0, end < 0 ? bytes.length : end);
}

/** Reads an octal number, or a binary number if the first bit is set. */
function readNumber(bytes: Buffer): number {
  if ((bytes[0] ?? 0) & 0x80) {
    const withoutMark = (1n << BigInt(bytes.length * 8 - 1)) - 1n;
    return Number(BigInt(`0x${bytes.toString("hex")}`) & withoutMark);
  }
  const digits = readText(bytes).trim();
  if (!/^[0-7]*$/.test(digits)) return Number.NaN;
  return digits === "" ? 0 : Number.parseInt(digits, 8);
}

function readNotes(type: string, bytes: Buffer): Notes & { bytes: Buffer } {
  if (type === "L") return { bytes, name: readText(bytes) };
  if (type === "K") return { bytes, link: readText(bytes) };
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length;) {
    const length = Number.parseInt(bytes.toString("latin1", at, at + 20), 10);
    const record = bytes.toString("utf8", at, at + length);
    const [, key, value] = /^\d+ ([^=]+)=([^]*)\n$/.exec(record) ?? [];
    if (key === undefined || value === undefined)
      throw new BrokenArchive("an extended header is damaged");
    records.set(key, value);
    at += length;
  }
  const name = records.get("GNU.sparse.name") ?? records.get("path");
  const link = records.get("linkpath");
  const size = records.get("size");
  return {
    bytes,
    ...(name !== undefined && { name }),
    ...(link !== undefined && { link }),
    ...(size !== undefined && { size: Number(size) }),
    ...([...records.keys()].some((key) => key.startsWith("GNU.sparse")) && { isSparse: true }),
  };
}

function skipPadding(reader: ByteReader, size: number): Promise<Buffer> {
  return reader.read((blockBytes - (size % blockBytes)) % blockBytes);
}
