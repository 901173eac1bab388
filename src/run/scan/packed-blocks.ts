/** Shorter than any archive. The tables of a cipher in a program are as uniform, and shorter than 2 KB. */
const windowBytes = { text: 512, program: 2048 };
/** A shorter content is too short to tell random bytes from others. */
const leastBytes = 256;
/**
 * Distance from a uniform distribution of bytes: 0 for random bytes, below 0.5 for packed and encrypted data and photographs,
 * 3 for base64, above that for text and programs.
 */
const mostUniform = 0.6;
const byteValues = 256;

/** Watches bytes that pass, and reports whether a piece of them is packed or encrypted: no search can read that. */
export interface PackedBlocks {
  watch(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
  hasFound(): boolean;
}

/** Examines a window that moves by one byte at a time: a piece need not begin at a multiple of anything. */
export function watchPackedBlocks(kind: keyof typeof windowBytes = "text"): PackedBlocks {
  const ring = new Uint8Array(windowBytes[kind]);
  const counts = new Uint32Array(byteValues);
  let count = 0;
  let squares = 0;
  let found = false;
  const add = (byte: number) => {
    const at = count % ring.length;
    if (count >= ring.length) squares -= 2 * counts[ring[at]!]!-- - 1;
    squares += 2 * counts[byte]!++ + 1;
    ring[at] = byte;
    count += 1;
    if (count >= ring.length && isUniform(squares, ring.length)) found = true;
  };
  return {
    watch: async function* (content) {
      for await (const piece of content) {
        for (let at = 0; at < piece.length && !found; at += 1) add(piece[at]!);
        yield piece;
      }
      if (count >= leastBytes && count < ring.length && isUniform(squares, count)) found = true;
    },
    hasFound: () => found,
  };
}

/**
 * By Pearson's chi-squared statistic, which has its degrees of freedom as mean for random bytes.
 * @param squares sum of the squares of the counts
 */
function isUniform(squares: number, total: number): boolean {
  const statistic = (squares * byteValues) / total - total;
  return (statistic - (byteValues - 1)) / total < mostUniform;
}
