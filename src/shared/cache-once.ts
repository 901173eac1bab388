/** Maximum number of cached keys, so that external input cannot exhaust memory. */
const mostKeys = 1000;
const longestKey = 300;

/**
 * Wraps a pure function so that its results are cached. The cache is cleared when it is full.
 * `undefined` is not cached.
 */
export function record<T>(compute: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const computed = compute(key);
    if (computed === undefined || key.length > longestKey) return computed;
    if (known.size >= mostKeys) known.clear();
    known.set(key, computed);
    return computed;
  };
}
