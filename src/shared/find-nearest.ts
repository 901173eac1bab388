/** Returns the word that is most similar to the input; undefined if none is similar enough. */
export function findNearest(written: string, words: readonly string[]): string | undefined {
  const given = written.toLowerCase().slice(0, 100);
  const near = words
    .map((word) => ({ word, distance: editDistance(given, word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= Math.max(1, Math.floor(word.length / 3)))
    .toSorted((a, b) => a.distance - b.distance);
  return near[0]?.word;
}

/** Returns the number of added, omitted, changed or swapped letters (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = from[i - 1] === to[j - 1] ? 0 : 1;
      const [left, above, corner] = [next[j - 1] ?? 0, row[j] ?? 0, row[j - 1] ?? 0];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(left + 1, above + 1, corner + change, swap));
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}
