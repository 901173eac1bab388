import { inject } from "vitest";

/** How many cases a run tests: all, or a sample that the seed selects. */
interface SampleOptions {
  readonly seed: number;
  readonly isFull: boolean;
}

declare module "vitest" {
  interface ProvidedContext {
    sample: SampleOptions;
  }
}

/**
 * Chooses some cases of a sweep with the seed of the run; `npm run test:full` selects all of them.
 * @param sweep name of the sweep, so that two sweeps of the same length choose different cases
 * @returns the chosen cases in their order
 */
export function sample<T>(sweep: string, cases: readonly T[], count: number): T[] {
  const { seed, isFull } = inject("sample");
  if (isFull) return [...cases];
  return chooseCases(cases, { count, seed: mix(seed, sweep) });
}

/** Returns the usual cases, or all cases with `npm run test:full`, which downloads more programs. */
export function casesOf<T>({ usual, all }: Record<"usual" | "all", readonly T[]>): readonly T[] {
  return inject("sample").isFull ? all : usual;
}

/**
 * Returns parameters of a fast-check property: a tenth of the runs, but all of them with `npm run
 * test:full`.
 */
export function runs(full: number): { numRuns: number; seed: number } {
  const { seed, isFull } = inject("sample");
  return { numRuns: isFull ? full : Math.ceil(full / 10), seed };
}

export function chooseCases<T>(
  cases: readonly T[],
  { count, seed }: { readonly count: number; readonly seed: number },
): T[] {
  const ranked = cases.map((_, index) => ({ index, rank: mix(seed, String(index)) }));
  const chosen = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, count);
  const indexes = new Set(chosen.map(({ index }) => index));
  return cases.filter((_, index) => indexes.has(index));
}

/** Hashes a text to a number from 0 to 2³² - 1 (FNV-1a), with murmur3's final mix of the bits. */
function mix(seed: number, text: string): number {
  let hash = seed ^ 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}
