// Fair timing on a machine that is never quiet: all cases take turns, and the order is reversed every other round.

/** One thing to time. `run` answers numbers by name, in milliseconds. A case that throws is out, with its reason. */
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
