import { constants, inflateSync } from "node:zlib";
import { canUnpack } from "./inflate.ts";
import { findUnreadFormat } from "./not-read.ts";
import { arMark } from "./read-ar.ts";
import { pdfMark } from "./read-pdf.ts";
import { pngMark } from "./read-png.ts";
import { isTarHeader } from "./read-tar.ts";

/** Format of the content, detected from its first bytes. `foreign` means an unsupported format. */
export type ContentKind =
  "bytes" | "gzip" | "zlib" | "zstd" | "zip" | "tar" | "ar" | "png" | "pdf" | "foreign";

/** Number of leading bytes that are sufficient to detect the format. */
export const headBytes = 512;

/**
 * @param name name of the file or entry. If the name has the extension of an archive but the
 *   content is not an archive, the file is treated as damaged, not as text.
 * @throws NamedOtherwise
 */
export function contentKind(head: Buffer, name: string): ContentKind {
  const kind = kindOf(head);
  const named = head.length === 0 ? undefined : kindByName(name);
  if (kind === "bytes" && named !== undefined) throw new NamedOtherwise(named);
  return kind;
}

/** The content does not match its file name extension, so it was not unpacked. */
export class NamedOtherwise extends Error {
  constructor(kind: string) {
    super(`it is named like a ${kind} file but has a different format`);
  }
}

function kindOf(head: Buffer): ContentKind {
  const begins = (bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte);
  const beginsWith = (mark: string) => head.toString("latin1", 0, mark.length) === mark;
  if (begins([0x1f, 0x8b])) return "gzip";
  if (begins(zstdMark) && canUnpack("zstd")) return "zstd";
  if (beginsWith(arMark)) return "ar";
  if (beginsWith(pngMark)) return "png";
  if (beginsWith(pdfMark)) return "pdf";
  const isZip = [
    [3, 4],
    [5, 6],
    [7, 8],
  ].some((kind) => begins([0x50, 0x4b, ...kind]));
  if (isZip) return "zip";
  if (isZlib(head)) return "zlib";
  if (isTarHeader(head)) return "tar";
  return findUnreadFormat(head) === undefined ? "bytes" : "foreign";
}

const zstdMark = [0x28, 0xb5, 0x2f, 0xfd];

function kindByName(name: string): string | undefined {
  const named =
    /\.(zip|gz|tgz|tar|t?bz2|t?xz|t?zst|lz4|lzma|lz|lzo|br|7z|rar|deb|rpm|cab|cpio|squashfs|png|pdf|p12|pfx|jks)$/i;
  return named.exec(name)?.[1]?.toLowerCase();
}

/**
 * Minimum number of unpacked bytes. Text that happens to look like a zlib header does not unpack to
 * this many bytes.
 */
const leastUnpacked = 16;

/**
 * Returns whether content is zlib data, such as a git object. The two header bytes also occur in
 * text, so the function also tries to unpack the beginning.
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
