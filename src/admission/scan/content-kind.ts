import { constants, inflateSync } from "node:zlib";
import { isTarHeader } from "./read-tar.ts";

/** What a content is, by how it begins. `foreign`: packed in a way that is not read here. */
export type ContentKind = "bytes" | "gzip" | "zlib" | "zip" | "tar" | "foreign";

/** So many bytes tell it. */
export const headBytes = 512;

const foreign: readonly (readonly number[])[] = [
  // bzip2, xz, zstd, 7z, rar, lz4, compress, a pack of git
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07],
  [0x04, 0x22, 0x4d, 0x18],
  [0x1f, 0x9d],
  [0x50, 0x41, 0x43, 0x4b, 0, 0, 0],
];

/**
 * @param name of the file or entry: what is named like an archive and begins like none is damaged, not text
 * @throws NamedOtherwise
 */
export function contentKind(head: Buffer, name: string): ContentKind {
  const kind = kindOf(head);
  const named = head.length === 0 ? undefined : kindByName(name);
  if (kind === "bytes" && named !== undefined) throw new NamedOtherwise(named);
  return kind;
}

/** Something begins otherwise than its name says: nothing of it was unpacked. */
export class NamedOtherwise extends Error {
  constructor(kind: string) {
    super(`it is named like a ${kind} file and does not begin like one`);
  }
}

function kindOf(head: Buffer): ContentKind {
  const begins = (bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte);
  if (begins([0x1f, 0x8b])) return "gzip";
  const isZip = [
    [3, 4],
    [5, 6],
    [7, 8],
  ].some((kind) => begins([0x50, 0x4b, ...kind]));
  if (isZip) return "zip";
  if (isZlib(head)) return "zlib";
  if (isTarHeader(head)) return "tar";
  return foreign.some(begins) ? "foreign" : "bytes";
}

function kindByName(name: string): string | undefined {
  return /\.(zip|gz|tgz|tar|t?bz2|t?xz|t?zst|lz4|lzma|br|7z|rar)$/i.exec(name)?.[1]?.toLowerCase();
}

/** So much unpacks of no text that begins like it by chance. */
const leastUnpacked = 16;

/**
 * An object of git, for one. Two bytes are too few to tell it from text: it has to unpack, be it cut off.
 * @see RFC 1950, 2.2
 */
function isZlib(head: Buffer): boolean {
  const isMarked =
    head.length > 2 && ((head[0] ?? 0) & 0x8f) === 8 && head.readUInt16BE(0) % 31 === 0;
  if (!isMarked) return false;
  try {
    const { length } = inflateSync(head, { finishFlush: constants.Z_SYNC_FLUSH });
    return length >= leastUnpacked;
  } catch {
    return false;
  }
}
