/** Returns the offset after spaces, line ends and comments. */
export function skipGap(text: string, from: number): number {
  const gap = /(?:\s|(?<=^|\s)#[^\r\n]*)*/y;
  gap.lastIndex = from;
  return from + (gap.exec(text)?.[0].length ?? 0);
}
