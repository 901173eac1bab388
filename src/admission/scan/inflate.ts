import { pipeline, Readable } from "node:stream";
import { createGunzip, createInflateRaw } from "node:zlib";
import { BrokenArchive } from "./read-tar.ts";

/** Unpacks a stream piece by piece. Reading on rejects with BrokenArchive where it is damaged or cut off. */
export async function* inflate(
  content: AsyncIterable<Buffer>,
  format: "gzip" | "deflate",
): AsyncGenerator<Buffer> {
  const unpack = format === "gzip" ? createGunzip() : createInflateRaw();
  // What goes wrong, reading on tells.
  pipeline(Readable.from(content, { objectMode: false }), unpack, () => undefined);
  const pieces: AsyncIterable<Buffer> = unpack;
  try {
    for await (const piece of pieces) yield piece;
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (!code.startsWith("Z_")) throw cause;
    throw new BrokenArchive("what is packed in it is damaged or cut off", { cause });
  }
}
