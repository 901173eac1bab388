import type { StoredCheck } from "./check-file.ts";

/** Tolerated difference between the clocks of two runners, in milliseconds. */
const clockSkew = 600_000;

export interface CombinedChecks {
  /** Results by full name in lower case. */
  readonly believed: ReadonlyMap<string, StoredCheck>;
  readonly doubted: readonly { readonly look: StoredCheck; readonly because: string }[];
}

/**
 * Rejects implausible results. Each result was written by its own job and names its repository
 * itself, so it cannot be trusted blindly.
 *
 * @param expected full names; if empty, every repository is expected
 */
export function combineChecks(
  looks: readonly StoredCheck[],
  expected: readonly string[],
  now: Date,
): CombinedChecks {
  const names = new Set(expected.map((name) => name.toLowerCase()));
  const counts = new Map<string, number>();
  for (const look of looks) counts.set(keyOf(look), (counts.get(keyOf(look)) ?? 0) + 1);
  const explain = (look: StoredCheck): string | undefined => {
    const key = keyOf(look);
    if (names.size > 0 && !names.has(key)) return `${look.repo} is not on the list`;
    if ((counts.get(key) ?? 0) > 1) return `there is more than one file for ${look.repo}`;
    const isAhead = Date.parse(look.lookedAt) > now.getTime() + clockSkew;
    return isAhead ? `the time of ${look.repo} is in the future` : undefined;
  };
  const weighed = looks.map((look) => ({ look, because: explain(look) }));
  return {
    believed: new Map(
      weighed.flatMap(({ look, because }) => (because === undefined ? [[keyOf(look), look]] : [])),
    ),
    doubted: weighed.flatMap(({ look, because }) =>
      because === undefined ? [] : [{ look, because }],
    ),
  };
}

function keyOf({ repo }: StoredCheck): string {
  return repo.toLowerCase();
}
