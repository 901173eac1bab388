/**
 * Window sizes in bytes, smaller than any archive. Cipher tables in programs are just as uniform,
 * but shorter than 2 KB.
 */
const windowBytes = { text: 512, program: 2048 };
/** Minimum length in bytes. Shorter content cannot be distinguished from random bytes. */
const leastBytes = 256;
/**
 * The maximum distance from a uniform byte distribution. The distance is 0 for random bytes, below
 * 0.5 for compressed and encrypted data and photographs, 3 for base64, and higher for text and
 * programs.
 */
const mostUniform = 0.6;
const byteValues = 256;

/**
 * Checks bytes as they are read, and detects compressed or encrypted parts, which cannot be
 * searched.
 */
export interface PackedBlocks {
  watch(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
  hasFound(): boolean;
}

/**
 * Examines a window that advances byte by byte, because a compressed part can begin at any offset.
 */
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
 * Computes Pearson's chi-squared statistic. For random bytes, its mean is the number of degrees of
 * freedom.
 * @param squares sum of the squared counts
 */
function isUniform(squares: number, total: number): boolean {
  const statistic = (squares * byteValues) / total - total;
  return (statistic - (byteValues - 1)) / total < mostUniform;
}
