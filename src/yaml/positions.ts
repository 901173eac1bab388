/** A line and a column of a file, starting at 1. Columns count UTF-16 code units, as editors do. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/**
 * Returns a function that converts an offset to a line and a column. Lines are counted on demand,
 * because positions are rarely needed.
 */
export function placesOf(text: string): (offset: number) => Location {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return starts;
}
