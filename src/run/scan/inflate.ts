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

/** Node has it from 22.15 on. */
function findZstd(): typeof zlib.createInflate | undefined {
  const create: unknown = Reflect.get(zlib, "createZstdDecompress");
  return isUnpacker(create) ? create : undefined;
}

function isUnpacker(value: unknown): value is typeof zlib.createInflate {
  return typeof value === "function";
}

/** Whether this Node unpacks a format. */
export function canUnpack(format: keyof typeof unpackers): boolean {
  return unpackers[format] !== undefined;
}

/**
 * Unpacks a stream piece by piece. Reading on rejects with BrokenArchive where it is damaged or cut off, and where
 * anything lies behind it.
 */
export async function* inflate(
  content: AsyncIterable<Buffer>,
  format: keyof typeof unpackers,
): AsyncGenerator<Buffer> {
  const create = unpackers[format];
  if (!create) throw new BrokenArchive(`this Node does not unpack ${format}`);
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
  // What goes wrong, reading on tells.
  pipeline(Readable.from(counted(), { objectMode: false }), unpack, () => undefined);
  const pieces: AsyncIterable<Buffer> = unpack;
  try {
    for await (const piece of pieces) yield piece;
  } catch (cause) {
    const code = codeOf(cause) ?? "";
    if (!/^(?:Z_|ZSTD_|ERR_ZSTD)/.test(code)) throw cause;
    throw new BrokenArchive("what is packed in it is damaged or cut off", { cause });
  }
  // It leaves without a word what lies behind its end.
  if (!isAll || unpack.bytesWritten < given) {
    throw new BrokenArchive("something lies behind what is packed in it");
  }
}
