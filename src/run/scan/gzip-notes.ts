/** Maximum length of names and comments in bytes. Longer ones are truncated. */
export const longestGzipNotes = 1 << 16;

/**
 * Returns the file name, the comment and the extra fields from a gzip header.
 * @see RFC 1952, 2.3
 */
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
