/** A content of one piece. */
export async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
