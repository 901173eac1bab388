import type { StoredCheck } from "./check-file.ts";

/** Tolerated difference between the clocks of two runners, in milliseconds. */
const clockSkew = 600_000;

export interface CombinedChecks {
  /** Results by the lowercase full name of their repository. */
  readonly believed: ReadonlyMap<string, StoredCheck>;
  readonly doubted: readonly { readonly check: StoredCheck; readonly reason: string }[];
}

/**
 * Rejects implausible results. Each job writes its own result, including the repository's name, so
 * a result cannot be trusted blindly.
 *
 * @param expected full names; if empty, every repository is expected
 */
export function combineChecks(
  checks: readonly StoredCheck[],
  expected: readonly string[],
  now: Date,
): CombinedChecks {
  const names = new Set(expected.map((name) => name.toLowerCase()));
  const counts = new Map<string, number>();
  for (const check of checks) counts.set(keyOf(check), (counts.get(keyOf(check)) ?? 0) + 1);
  const explain = (check: StoredCheck): string | undefined => {
    const key = keyOf(check);
    if (names.size > 0 && !names.has(key)) return `${check.repo} is not on the list`;
    if ((counts.get(key) ?? 0) > 1) return `there is more than one file for ${check.repo}`;
    const isAhead = Date.parse(check.checkedAt) > now.getTime() + clockSkew;
    return isAhead ? `the time of ${check.repo} is in the future` : undefined;
  };
  const dated = checks.map((check) => ({ check, reason: explain(check) }));
  return {
    believed: new Map(
      dated.flatMap(({ check, reason }) => (reason === undefined ? [[keyOf(check), check]] : [])),
    ),
    doubted: dated.flatMap(({ check, reason }) =>
      reason === undefined ? [] : [{ check, reason }],
    ),
  };
}

function keyOf({ repo }: StoredCheck): string {
  return repo.toLowerCase();
}
