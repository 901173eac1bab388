/** Names that somebody makes up must not fill the memory. */
const mostKeys = 1000;
const longestKey = 300;

/** The same pure function, which keeps its answers, and begins anew when there are too many; that there is none is not kept. */
export function remember<T>(compute: (key: string) => T): (key: string) => T {
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
