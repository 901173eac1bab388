import type { runShape } from "../shapes/workflow.ts";

type Shown = ReturnType<typeof runShape>;

/** Maximum number of runs in a filtered list. GitHub silently truncates longer lists. */
export const mostFiltered = 1000;

const filters: Readonly<Record<string, (run: Shown, wanted: string) => boolean>> = {
  // The filter accepts a status or a conclusion.
  status: ({ status, conclusion }, wanted) => status === wanted || conclusion === wanted,
  event: ({ event }, wanted) => event === wanted,
  branch: ({ head_branch }, wanted) => head_branch === wanted,
  actor: ({ actor }, wanted) => actor.login.toLowerCase() === wanted.toLowerCase(),
  head_sha: ({ head_sha }, wanted) => head_sha === wanted,
  check_suite_id: ({ check_suite_id }, wanted) => String(check_suite_id) === wanted,
  created: ({ created_at }, wanted) => isWithin(new Date(created_at), wanted),
};

/** Returns the runs that match a query. `isFiltered` is true if the query contains a filter. */
export function filterRuns(
  query: URLSearchParams,
  runs: readonly Shown[],
): { found: readonly Shown[]; isFiltered: boolean } {
  const asked = Object.entries(filters).flatMap(([name, fits]) => {
    const wanted = query.get(name);
    return wanted === null || wanted === "" ? [] : [(run: Shown) => fits(run, wanted)];
  });
  return {
    found: runs.filter((run) => asked.every((fits) => fits(run))),
    isFiltered: asked.length > 0,
  };
}

/**
 * Returns whether a time is in a range. The range uses GitHub's search syntax: a date or time with
 * an optional prefix such as `>=`, or two joined by `..`, where `*` leaves one end open. A date
 * includes the entire day.
 */
export function isWithin(time: Date, range: string): boolean {
  const [from = "", to] = range.split("..");
  if (to !== undefined) return isAfter(time, from) && isBefore(time, to);
  const [, sign = "", moment = ""] = /^([<>]=?)?(.*)$/.exec(range) ?? [];
  const { first, last } = spanOf(moment);
  if (sign === ">") return time > last;
  if (sign === "<") return time < first;
  if (sign === ">=") return time >= first;
  return sign === "<=" ? time <= last : time >= first && time <= last;
}

function isAfter(time: Date, moment: string): boolean {
  return moment === "*" || time >= spanOf(moment).first;
}

function isBefore(time: Date, moment: string): boolean {
  return moment === "*" || time <= spanOf(moment).last;
}

const dayMilliseconds = 86_400_000;

function spanOf(moment: string): { first: Date; last: Date } {
  // If a query is not URL-encoded, the plus sign in a time zone is decoded as a space.
  const first = new Date(moment.replace(" ", "+"));
  const isDay = /^\d{4}-\d\d-\d\d$/.test(moment);
  return { first, last: isDay ? new Date(first.getTime() + dayMilliseconds - 1) : first };
}
