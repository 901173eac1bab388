/** The data of a file or archive entry ended before its expected length. */
export class BytesMissing extends Error {
  constructor() {
    super("it is truncated");
  }
}

/** Reads a stream in pieces of a requested length, and buffers at most one piece. */
export interface ByteReader {
  /** Returns the next bytes without consuming them. Returns fewer bytes at the end of the data. */
  peek(length: number): Promise<Buffer>;
  /** @throws BytesMissing */
  read(length: number): Promise<Buffer>;
  /**
   * Streams the next bytes. The stream is valid until the next call, which discards its unread
   * bytes. Iteration rejects with BytesMissing if the data ends early.
   */
  stream(length: number): AsyncGenerator<Buffer>;
  rest(): AsyncGenerator<Buffer>;
}

export function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const pieces = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  /** Number of bytes in the current stream that have not been read yet. */
  let taken = 0;
  const fill = async (length: number) => {
    const parts = [held];
    let has = held.length;
    while (has < length) {
      const next = await pieces.next();
      if (next.done === true) break;
      parts.push(next.value);
      has += next.value.length;
    }
    if (parts.length > 1) held = Buffer.concat(parts);
  };
  const cut = (length: number) => {
    const piece = held.subarray(0, length);
    held = held.subarray(length);
    return piece;
  };
  const cutTaken = async () => {
    await fill(1);
    if (held.length === 0) throw new BytesMissing();
    const piece = cut(taken);
    taken -= piece.length;
    return piece;
  };
  const skipTaken = async () => {
    while (taken > 0) await cutTaken();
  };
  return {
    peek: async (length) => {
      await skipTaken();
      await fill(length);
      return held.subarray(0, length);
    },
    read: async (length) => {
      await skipTaken();
      await fill(length);
      if (held.length < length) throw new BytesMissing();
      return cut(length);
    },
    stream: (length) => {
      taken = length;
      return (async function* () {
        while (taken > 0) yield await cutTaken();
      })();
    },
    rest: async function* () {
      await skipTaken();
      for (await fill(1); held.length > 0; await fill(1)) yield cut(held.length);
    },
  };
}
