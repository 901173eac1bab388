import type { FileHandle } from "node:fs/promises";
import { BytesMissing } from "./byte-reader.ts";

/** Bytes with random access: a file, or a buffered stream. */
export interface ByteSource {
  readonly size: number;
  /** @throws BytesMissing */
  read(start: number, length: number): Promise<Buffer>;
  stream(start: number, end: number): AsyncGenerator<Buffer>;
}

const pieceBytes = 1 << 18;

export function sourceOfFile(file: FileHandle, size: number): ByteSource {
  const read = async (start: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
    if (bytesRead < length) throw new BytesMissing();
    return buffer;
  };
  return { size, read, stream: (start, end) => streamOf(read, start, end) };
}

export function sourceOfBuffer(bytes: Buffer): ByteSource {
  const read = (start: number, length: number) => {
    const piece = bytes.subarray(start, start + length);
    return piece.length < length ? Promise.reject(new BytesMissing()) : Promise.resolve(piece);
  };
  return { size: bytes.length, read, stream: (start, end) => streamOf(read, start, end) };
}

async function* streamOf(
  read: ByteSource["read"],
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += pieceBytes) {
    yield await read(at, Math.min(pieceBytes, end - at));
  }
}
