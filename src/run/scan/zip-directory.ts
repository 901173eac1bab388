import type { ByteSource } from "./byte-source.ts";
import { BrokenArchive } from "./read-tar.ts";

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly sum: number;
  readonly packedSize: number;
  readonly size: number;
  /** Offset of the entry's local header. */
  readonly offset: number;
}

export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** Offset of the directory, after which there is no packed data. */
  readonly start: number;
}

const endBytes = 22;
const longestComment = 0xffff;
const endSignature = 0x06054b50;
const locatorSignature = 0x07064b50;
const wideEndSignature = 0x06064b50;
const entrySignature = 0x02014b50;
const longestDirectory = 1 << 26;

/** @throws BrokenArchive if there is no readable directory */
export async function readZipDirectory(source: ByteSource): Promise<ZipDirectory> {
  const { size: bytes, offset: reported, count, end: directoryEnd } = await readEnd(source);
  if (bytes > longestDirectory) throw new BrokenArchive("its directory is too long");
  const offset = directoryEnd - bytes;
  // Data that was prepended to the archive, such as a self-extractor, shifts all offsets.
  const moved = offset - reported;
  if (moved < 0) throw new BrokenArchive("its directory is truncated");
  const directory = await source.read(offset, bytes);
  const entries: ZipEntry[] = [];
  for (let at = 0; at < bytes && entries.length < count;) {
    if (at + 46 > bytes || directory.readUInt32LE(at) !== entrySignature) {
      throw new BrokenArchive("its directory is damaged");
    }
    const lengths = [28, 30, 32].map((field) => directory.readUInt16LE(at + field));
    const end = at + 46 + lengths.reduce((sum, length) => sum + length, 0);
    if (end > bytes) throw new BrokenArchive("its directory is damaged");
    const entry = readEntry(directory.subarray(at, end), lengths);
    entries.push({ ...entry, offset: entry.offset + moved });
    at = end;
  }
  if (entries.length !== count) throw new BrokenArchive("its directory is missing entries");
  return { entries, start: offset };
}

/** Finds the directory using the end record. A file larger than 4 GB has a second end record. */
async function readEnd(source: ByteSource) {
  const length = Math.min(source.size, endBytes + longestComment);
  const tail = await source.read(source.size - length, length);
  const at = findEnd(tail);
  if (at === undefined) throw new BrokenArchive("it has no directory");
  const start = source.size - length + at;
  const plain = {
    count: tail.readUInt16LE(at + 10),
    size: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
    end: start,
  };
  const isWide = plain.count === 0xffff || plain.size === 0xffffffff || plain.offset === 0xffffffff;
  return isWide && start >= 20 ? readWideEnd(source, start - 20, plain) : plain;
}

/** Number of bytes to read from the end of a file to detect a zip. */
export const tailBytes = endBytes + longestComment;

/** @param tail the last bytes of a file */
export function endsLikeZip(tail: Buffer): boolean {
  return findEnd(tail) !== undefined;
}

function findEnd(tail: Buffer): number | undefined {
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    const isEnd = tail.readUInt32LE(at) === endSignature;
    if (isEnd && at + endBytes + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return undefined;
}

async function readWideEnd<T>(source: ByteSource, locator: number, plain: T) {
  const found = await source.read(locator, 20);
  // Maximum values in the end record do not prove that there is a ZIP64 record.
  if (found.readUInt32LE(0) !== locatorSignature) return plain;
  const at = toNumber(found.readBigUInt64LE(8));
  const end = await source.read(at, 56);
  if (end.readUInt32LE(0) !== wideEndSignature) throw new BrokenArchive("its directory is damaged");
  return {
    count: toNumber(end.readBigUInt64LE(32)),
    size: toNumber(end.readBigUInt64LE(40)),
    offset: toNumber(end.readBigUInt64LE(48)),
    end: at,
  };
}

function readEntry(record: Buffer, [nameLength = 0, extraLength = 0]: readonly number[]): ZipEntry {
  const extra = record.subarray(46 + nameLength, 46 + nameLength + extraLength);
  const [size, packedSize, offset] = widen(
    extra,
    [24, 20, 42].map((at) => record.readUInt32LE(at)),
  );
  return {
    name: record.toString("utf8", 46, 46 + nameLength),
    method: record.readUInt16LE(10),
    isEncrypted: (record.readUInt16LE(8) & 1) === 1,
    sum: record.readUInt32LE(16),
    packedSize: packedSize ?? 0,
    size: size ?? 0,
    offset: offset ?? 0,
  };
}

/**
 * Replaces numbers that are too large for their field with the numbers from the extra field, which
 * are in the same order.
 */
function widen(extra: Buffer, numbers: readonly number[]): number[] {
  const wide: bigint[] = [];
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const end = Math.min(extra.length, at + 4 + extra.readUInt16LE(at + 2));
    for (let value = at + 4; value + 8 <= end; value += 8) wide.push(extra.readBigUInt64LE(value));
  }
  return numbers.map((number) => {
    if (number !== 0xffffffff) return number;
    const value = wide.shift();
    if (value === undefined) throw new BrokenArchive("its directory is damaged");
    return toNumber(value);
  });
}

function toNumber(value: bigint): number {
  if (value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
  throw new BrokenArchive("a number is invalid");
}
