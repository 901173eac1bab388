/** A cache of limited size that keeps the most recently used values. */
export interface Recent<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  values(): IterableIterator<V>;
}

/** @param drop called with each value that is removed */
export function createRecent<V>(most: number, drop: (value: V) => void = () => {}): Recent<V> {
  const entries = new Map<string, V>();
  let newest: string | undefined;
  return {
    get: (key) => {
      const value = entries.get(key);
      if (value === undefined || key === newest) return value;
      entries.delete(key);
      entries.set(key, value);
      newest = key;
      return value;
    },
    set: (key, value) => {
      entries.set(key, value);
      // The newest key is now unknown, because an existing key keeps its position in the map.
      newest = undefined;
      if (entries.size <= most) return;
      const [oldest] = entries;
      if (!oldest) return;
      entries.delete(oldest[0]);
      drop(oldest[1]);
    },
    delete: (key) => void entries.delete(key),
    values: () => entries.values(),
  };
}
