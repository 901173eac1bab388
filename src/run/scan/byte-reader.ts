/** The bytes of a file or of an entry of an archive ended before they should have. */
export class BytesMissing extends Error {
  constructor() {
    super("it ends too early");
  }
}

/** Reads a stream in pieces of a wished length, and keeps no more than that of it in memory. */
export interface ByteReader {
  /** The next bytes, which stay where they are; fewer at the end. */
  peek(length: number): Promise<Buffer>;
  /** @throws BytesMissing */
  read(length: number): Promise<Buffer>;
  /** The next bytes as a stream, good until anything else is read: what is left of it then is skipped. Reading on rejects with BytesMissing. */
  take(length: number): AsyncGenerator<Buffer>;
  /** All that is left. */
  rest(): AsyncGenerator<Buffer>;
}

export function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const pieces = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  /** What was taken as a stream, and is not read yet. */
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
    take: (length) => {
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
