/** Calls a function once and returns its result to every caller. */
export function remember<T>(look: () => Promise<T>): () => Promise<T> {
  let looked: Promise<T> | undefined;
  return () => (looked ??= look());
}
