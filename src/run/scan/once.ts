/** Yields content as one piece. */
export async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
