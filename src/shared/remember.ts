/** Names that somebody makes up must not fill the memory. */
const mostKeys = 1000;
const longestKey = 300;

/** The same pure function, which keeps what it answered to the last keys. */
export function remember<T>(compute: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const computed = compute(key);
    if (known.size >= mostKeys) known.clear();
    if (key.length <= longestKey) known.set(key, computed);
    return computed;
  };
}
