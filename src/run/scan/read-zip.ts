import { crc32 } from "node:zlib";
import type { ByteSource } from "./byte-source.ts";
import { inflate } from "./inflate.ts";
import { BrokenArchive } from "./read-tar.ts";
import type { Entry } from "./read-tar.ts";
import { readZipDirectory } from "./zip-directory.ts";
import type { ZipEntry } from "./zip-directory.ts";

const localHeaderBytes = 30;
const localSignature = 0x04034b50;
const localMark = Buffer.from("PK\x03\x04", "latin1");

/**
 * Reads a zip by its directory, and all parts of the file that the directory does not list: names,
 * comments, and bytes before, between and after the entries. Each entry must be read to its end
 * before the next one is read.
 * @throws BrokenArchive
 * @see APPNOTE.TXT of PKWARE, 4.3
 */
export async function* readZip(source: ByteSource): AsyncGenerator<Entry> {
  const { entries, start: directory } = await readZipDirectory(source);
  let end = 0;
  for (const entry of entries.toSorted((one, other) => one.offset - other.offset)) {
    yield* readGap(source, end, entry.offset);
    const header = await source.read(entry.offset, localHeaderBytes);
    if (header.readUInt32LE(0) !== localSignature)
      throw new BrokenArchive("an entry is not at its recorded offset");
    const start =
      entry.offset + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
    if (entry.offset < end || start + entry.packedSize > directory) {
      throw new BrokenArchive("its entries overlap");
    }
    end = start + entry.packedSize;
    // The local header is searched too, because it repeats the name and contains extra fields.
    yield { name: "(notes)", content: source.stream(entry.offset, start), isFrame: true };
    yield toEntry(entry, source.stream(start, end));
  }
  yield* readGap(source, end, directory);
  if (await containsEntry(source, directory, source.size)) {
    throw new BrokenArchive("an entry is missing from its directory");
  }
  yield { name: "(directory)", content: source.stream(directory, source.size), isFrame: true };
}

/**
 * Reads the bytes between entries, which are data descriptors or hidden data. Throws if these bytes
 * contain an entry, because that entry is not in the directory.
 */
async function* readGap(source: ByteSource, start: number, end: number): AsyncGenerator<Entry> {
  if (start >= end) return;
  if (await containsEntry(source, start, end)) {
    throw new BrokenArchive("an entry is missing from its directory");
  }
  // The bytes before the first entry could be an archive in a different format.
  const isFrame = start > 0 ? ({ isFrame: true } as const) : {};
  yield { name: "(between entries)", content: source.stream(start, end), ...isFrame };
}

/** Returns whether these bytes contain an entry signature. */
async function containsEntry(source: ByteSource, start: number, end: number): Promise<boolean> {
  let before = Buffer.alloc(0);
  for await (const piece of source.stream(start, end)) {
    const bytes = Buffer.concat([before, piece]);
    if (bytes.includes(localMark)) return true;
    before = bytes.subarray(-localMark.length + 1);
  }
  return false;
}

function toEntry(entry: ZipEntry, packed: AsyncIterable<Buffer>): Entry {
  const { name, method } = entry;
  if (entry.isEncrypted) return { name, content: packed, unread: "it is encrypted" };
  if (method === 0) return { name, content: checked(packed, entry) };
  if (method === 8) return { name, content: checked(inflate(packed, "deflate"), entry) };
  return { name, content: packed, unread: `it uses unsupported compression method ${method}` };
}

/** Verifies the length and checksum of unpacked content against the directory. */
async function* checked(content: AsyncIterable<Buffer>, entry: ZipEntry): AsyncGenerator<Buffer> {
  let sum = 0;
  let size = 0;
  for await (const piece of content) {
    sum = crc32(piece, sum);
    size += piece.length;
    if (size > entry.size) break;
    yield piece;
  }
  if (sum !== entry.sum || size !== entry.size) {
    throw new BrokenArchive("an entry does not match its directory");
  }
}
