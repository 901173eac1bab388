// Fair measurements on a busy machine: all cases alternate, and every other round reverses their
// order.

/**
 * Measures the cases. The `run` function of a case returns numbers by name. A case that throws is
 * dropped, and the reason is reported.
 */
export async function interleave(cases, rounds) {
  const series = new Map(cases.map(({ name }) => [name, { samples: {}, failure: undefined }]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, run } of round % 2 ? cases.toReversed() : cases) {
      const one = series.get(name);
      if (one.failure) continue;
      try {
        for (const [metric, value] of Object.entries(await run())) {
          (one.samples[metric] ??= []).push(value);
        }
      } catch (error) {
        one.failure = error.message.split("\n")[0];
      }
    }
  }
  return series;
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
