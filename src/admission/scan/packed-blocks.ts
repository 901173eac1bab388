const blockBytes = 4096;
/** A shorter piece is too short to tell random bytes from others. */
const leastBytes = 256;
/**
 * Distance from a uniform distribution of bytes: 0 for random bytes, below 0.5 for packed and encrypted data and photographs,
 * 3 for base64, above that for text and programs.
 */
const mostUniform = 0.6;

/** Watches bytes that pass, and reports whether a piece of them is packed or encrypted: no search can read that. */
export interface PackedBlocks {
  watch(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
  hasFound(): boolean;
}

export function watchPackedBlocks(): PackedBlocks {
  const counts = new Uint32Array(256);
  let filled = 0;
  let found = false;
  const endBlock = () => {
    if (filled >= leastBytes && isUniform(counts, filled)) found = true;
    counts.fill(0);
    filled = 0;
  };
  const add = (bytes: Buffer) => {
    for (let at = 0; at < bytes.length && !found; at += 1) {
      counts[bytes[at]!]! += 1;
      filled += 1;
      if (filled === blockBytes) endBlock();
    }
  };
  return {
    watch: async function* (content) {
      for await (const piece of content) {
        add(piece);
        yield piece;
      }
      endBlock();
    },
    hasFound: () => found,
  };
}

/** By Pearson's chi-squared statistic, which has its degrees of freedom as mean for random bytes. */
function isUniform(counts: Uint32Array, total: number): boolean {
  const expected = total / counts.length;
  let statistic = 0;
  for (const count of counts) statistic += (count - expected) ** 2 / expected;
  return (statistic - (counts.length - 1)) / total < mostUniform;
}
