/** Calls a function once and returns its result to every caller. */
export function record<T>(read: () => Promise<T>): () => Promise<T> {
  let checked: Promise<T> | undefined;
  return () => (checked ??= read());
}
