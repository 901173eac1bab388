/** Returns a function that calls `read` once and returns the same result to every caller. */
export function record<T>(read: () => Promise<T>): () => Promise<T> {
  let checked: Promise<T> | undefined;
  return () => (checked ??= read());
}
