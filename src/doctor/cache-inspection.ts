/** Looks once, and answers everybody who asks with it. */
export function remember<T>(look: () => Promise<T>): () => Promise<T> {
  let looked: Promise<T> | undefined;
  return () => (looked ??= look());
}
