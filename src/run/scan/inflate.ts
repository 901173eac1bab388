import { pipeline, Readable } from "node:stream";
import * as zlib from "node:zlib";
import { BrokenArchive } from "./read-tar.ts";
import { codeOf } from "../../shared/error-code.ts";

const unpackers = {
  gzip: zlib.createGunzip,
  zlib: zlib.createInflate,
  deflate: zlib.createInflateRaw,
  zstd: findZstd(),
};

/** Returns the zstd unpacker; undefined in versions of Node.js before 22.15. */
function findZstd(): typeof zlib.createInflate | undefined {
  const create: unknown = Reflect.get(zlib, "createZstdDecompress");
  return isUnpacker(create) ? create : undefined;
}

function isUnpacker(value: unknown): value is typeof zlib.createInflate {
  return typeof value === "function";
}

/** Returns whether this version of Node.js can unpack a format. */
export function canUnpack(format: keyof typeof unpackers): boolean {
  return unpackers[format] !== undefined;
}

/**
 * Unpacks a stream in pieces. Iteration rejects with BrokenArchive if the data is damaged or
 * truncated, or if it is followed by other data.
 */
export async function* inflate(
  content: AsyncIterable<Buffer>,
  format: keyof typeof unpackers,
): AsyncGenerator<Buffer> {
  const create = unpackers[format];
  if (!create) throw new BrokenArchive(`this Node.js version cannot unpack ${format}`);
  const unpack = create();
  let given = 0;
  let isAll = false;
  const counted = async function* () {
    for await (const piece of content) {
      given += piece.length;
      yield piece;
    }
    isAll = true;
  };
  // The reader of the stream receives the errors, so the callback ignores them.
  pipeline(Readable.from(counted(), { objectMode: false }), unpack, () => undefined);
  const pieces: AsyncIterable<Buffer> = unpack;
  try {
    for await (const piece of pieces) yield piece;
  } catch (cause) {
    const code = codeOf(cause) ?? "";
    if (!/^(?:Z_|ZSTD_|ERR_ZSTD)/.test(code)) throw cause;
    throw new BrokenArchive("its compressed data is damaged or truncated", { cause });
  }
  // zlib silently ignores data after the end of its stream.
  if (!isAll || unpack.bytesWritten < given) {
    throw new BrokenArchive("its compressed data is followed by other data");
  }
}
