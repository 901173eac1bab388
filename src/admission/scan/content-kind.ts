import { isTarHeader } from "./read-tar.ts";

/** What a content is, by how it begins. `foreign`: packed in a way that is not read here. */
export type ContentKind = "bytes" | "gzip" | "zip" | "tar" | "foreign";

/** So many bytes tell it. */
export const headBytes = 512;

const foreign: readonly (readonly number[])[] = [
  // bzip2, xz, zstd, 7z, rar, lz4, compress
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07],
  [0x04, 0x22, 0x4d, 0x18],
  [0x1f, 0x9d],
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
  if (begins([0x50, 0x4b, 3, 4]) || begins([0x50, 0x4b, 5, 6])) return "zip";
  if (isTarHeader(head)) return "tar";
  return foreign.some(begins) ? "foreign" : "bytes";
}

function kindByName(name: string): string | undefined {
  return /\.(zip|gz|tgz|tar|bz2|xz|zst|7z|rar)$/i.exec(name)?.[1]?.toLowerCase();
}
