import { pipeline, Readable } from "node:stream";
import { createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { BrokenArchive } from "./read-tar.ts";

const unpackers = { gzip: createGunzip, zlib: createInflate, deflate: createInflateRaw };

/**
 * Unpacks a stream piece by piece. Reading on rejects with BrokenArchive where it is damaged or cut off, and where
 * anything lies behind it.
 */
export async function* inflate(
  content: AsyncIterable<Buffer>,
  format: keyof typeof unpackers,
): AsyncGenerator<Buffer> {
  const unpack = unpackers[format]();
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
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (!code.startsWith("Z_")) throw cause;
    throw new BrokenArchive("what is packed in it is damaged or cut off", { cause });
  }
  // It leaves without a word what lies behind its end.
  if (!isAll || unpack.bytesWritten < given) {
    throw new BrokenArchive("something lies behind what is packed in it");
  }
}
