/** Names and comments are not longer than this, or are cut off there. */
export const longestGzipNotes = 1 << 16;

/** What a gzip says of itself before what is packed: the file's name, a comment, what packers add. @see RFC 1952, 2.3 */
export function readGzipNotes(head: Buffer): Buffer {
  const flags = head[3] ?? 0;
  let end = 10;
  if (flags & 4) end += 2 + (head.length >= 12 ? head.readUInt16LE(10) : 0);
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue;
    const close = head.indexOf(0, end);
    end = close < 0 ? head.length : close + 1;
  }
  return head.subarray(10, end);
}
