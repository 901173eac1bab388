import { UnusableAnswer } from "../http1/read-answer.ts";

/** Finds a key in what comes in pieces, and puts stars in its place. */
export interface KeyHider {
  /** Returns a flat list without the key. @throws UnusableAnswer if the key cannot be found in this answer's body */
  headers(status: number, flat: readonly string[]): string[];
  /** What may go on now; the beginning of what may be the key stays until the next piece. */
  pass(chunk: Buffer): Buffer;
  /** What stayed. */
  rest(): Buffer;
}

/** An origin may send back what it was sent: the one who must not have the key, reads its answers. */
export function createKeyHider(key: Buffer): KeyHider {
  if (key.length === 0) return nothingToHide;
  const stars = Buffer.alloc(key.length, "*");
  const text = key.toString("latin1");
  let held = Buffer.alloc(0);
  return {
    headers: (status, flat) => {
      const isEncoded = (name: string, at: number) =>
        name.toLowerCase() === "content-encoding" && flat[at + 1] !== "identity";
      if (flat.some(isEncoded)) throw new UnusableAnswer("an encoding that was not asked for");
      const isRange = (name: string, at: number) =>
        at % 2 === 0 && name.toLowerCase() === "content-range";
      // Two pieces of a key, fetched one after the other, are a whole key.
      if (partial.includes(status) || flat.some(isRange))
        throw new UnusableAnswer("a part that was not asked for");
      return flat.map((part) => part.replaceAll(text, "*"));
    },
    pass: (chunk) => {
      let bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
      for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + key.length)) {
        if (bytes === chunk) bytes = Buffer.from(chunk);
        stars.copy(bytes, at);
      }
      const length = beginningAtEnd(bytes, key);
      held = Buffer.from(bytes.subarray(bytes.length - length));
      return bytes.subarray(0, bytes.length - length);
    },
    rest: () => {
      const bytes = held;
      held = Buffer.alloc(0);
      return bytes;
    },
  };
}

/** 206 Partial Content, and 226 IM Used: a difference from another answer (RFC 3229). */
const partial = [206, 226];

const nothingToHide: KeyHider = {
  headers: (_status, flat) => [...flat],
  pass: (chunk) => chunk,
  rest: () => Buffer.alloc(0),
};

/** How many bytes at the end are the first bytes of the key. */
function beginningAtEnd(bytes: Buffer, key: Buffer): number {
  const most = Math.min(bytes.length, key.length - 1);
  for (let length = most; length > 0; length -= 1) {
    const end = bytes.subarray(bytes.length - length);
    if (end.equals(key.subarray(0, length))) return length;
  }
  return 0;
}
