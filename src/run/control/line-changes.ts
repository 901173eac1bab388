/** A line that a change removes or adds. */
export interface LineChange {
  readonly sign: "-" | "+";
  readonly line: string;
}

/** Returns the lines that were removed or added, based on the longest common subsequence. */
export function findLineChanges(before: string, after: string): LineChange[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const lengths = commonLengths(old, now);
  const lengthAt = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  const changes: LineChange[] = [];
  for (let row = 0, column = 0; row < old.length || column < now.length;) {
    const [gone, come] = [old[row], now[column]];
    if (gone !== undefined && gone === come) {
      row += 1;
      column += 1;
    } else if (gone !== undefined && lengthAt(row + 1, column) >= lengthAt(row, column + 1)) {
      changes.push({ sign: "-", line: gone });
      row += 1;
    } else if (come !== undefined) {
      changes.push({ sign: "+", line: come });
      column += 1;
    } else {
      changes.push({ sign: "-", line: gone ?? "" });
      row += 1;
    }
  }
  return changes;
}

/**
 * Returns the length of the longest common subsequence of the remaining lines, for each pair of
 * lines.
 */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () =>
    Array.from({ length: now.length + 1 }, () => 0),
  );
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const [own, below] = [lengths[row] ?? [], lengths[row + 1] ?? []];
      const longer = Math.max(below[column] ?? 0, own[column + 1] ?? 0);
      own[column] = old[row] === now[column] ? (below[column + 1] ?? 0) + 1 : longer;
    }
  }
  return lengths;
}
