import { UnusableAnswer } from "../http1/read-answer.ts";

const nothing = Buffer.alloc(0);

/** Replaces a key with asterisks in data that arrives in chunks. */
export interface KeyHider {
  /**
   * Returns a flat list of headers without the key.
   * @throws UnusableAnswer if this response's body cannot be searched for the key
   */
  headers(status: number, flat: readonly string[]): string[];
  /**
   * Returns the bytes to forward. If the last bytes could be the beginning of the key, they are
   * held back until the next chunk.
   */
  pass(chunk: Buffer): Buffer;
  /** Returns the bytes that were held back. */
  rest(): Buffer;
}

/**
 * Creates a filter for responses. An origin may echo the request, including the key, but the client
 * must not receive the key.
 */
export function createKeyHider(key: Buffer): KeyHider {
  if (key.length === 0) return nothingToHide;
  const text = key.toString("latin1");
  let held = nothing;
  return {
    headers: (status, flat) => {
      const isEncoded = (name: string, at: number) =>
        at % 2 === 0 && name.toLowerCase() === "content-encoding" && flat[at + 1] !== "identity";
      if (flat.some(isEncoded)) throw new UnusableAnswer("an encoding that was not requested");
      const isRange = (name: string, at: number) =>
        at % 2 === 0 && name.toLowerCase() === "content-range";
      // With several partial responses, a client could assemble the complete key.
      if (partial.includes(status) || flat.some(isRange))
        throw new UnusableAnswer("a part that was not requested");
      return flat.map((part) => part.replaceAll(text, "*"));
    },
    pass: (chunk) => {
      let bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
      for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + key.length)) {
        if (bytes === chunk) bytes = Buffer.from(chunk);
        bytes.fill("*", at, at + key.length);
      }
      const length = beginningAtEnd(bytes, key);
      if (length === 0 && held.length === 0) return bytes;
      held = Buffer.from(bytes.subarray(bytes.length - length));
      return bytes.subarray(0, bytes.length - length);
    },
    rest: () => {
      const bytes = held;
      held = nothing;
      return bytes;
    },
  };
}

/**
 * 206 Partial Content, and 226 IM Used, which contains only the difference from an earlier response
 * (RFC 3229).
 */
const partial = [206, 226];

/** Combines filters: each one searches the result of the previous one. */
export function chainHiders(hiders: readonly KeyHider[]): KeyHider {
  return hiders.reduce((first, second) => ({
    headers: (status, flat) => second.headers(status, first.headers(status, flat)),
    pass: (chunk) => second.pass(first.pass(chunk)),
    rest: () => Buffer.concat([second.pass(first.rest()), second.rest()]),
  }));
}

const nothingToHide: KeyHider = {
  headers: (_status, flat) => [...flat],
  pass: (chunk) => chunk,
  rest: () => nothing,
};

/** Returns how many bytes at the end of the data match the beginning of the key. */
function beginningAtEnd(bytes: Buffer, key: Buffer): number {
  const [first = 0] = key;
  const end = Math.max(0, bytes.length - key.length + 1);
  for (let at = bytes.indexOf(first, end); at >= 0; at = bytes.indexOf(first, at + 1)) {
    const length = bytes.length - at;
    if (bytes.compare(key, 0, length, at) === 0) return length;
  }
  return 0;
}
