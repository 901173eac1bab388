/** Yields bytes as a single chunk. */
export async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
