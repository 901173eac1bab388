import { count } from "../../shared/count.ts";
import { InvalidInput } from "../../shared/errors.ts";

/** Default schedule: Mondays (UTC), but not on the hour, when GitHub's runners are busiest. */
export const usualSchedule = "17 6 * * 1";

const months = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");
const days = "SUN MON TUE WED THU FRI SAT".split(" ");

/** The five fields, with their minimum, maximum and names. */
const fields = [
  { name: "minute", least: 0, most: 59, words: [] },
  { name: "hour", least: 0, most: 23, words: [] },
  { name: "day of the month", least: 1, most: 31, words: [] },
  { name: "month", least: 1, most: 12, words: months },
  { name: "day of the week", least: 0, most: 6, words: days },
] as const;

type Field = (typeof fields)[number];

/**
 * Validates a cron expression in UTC: minute, hour, day of the month, month, day of the week.
 *
 * @throws InvalidInput if GitHub would reject it
 * @see
 *   https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows#schedule
 */
export function requireSchedule(text: string): string {
  const parts = text.trim().split(/\s+/);
  const wrong = fields.find((field, index) => !isTaken(parts[index] ?? "", field));
  if (parts.length === fields.length && !wrong) return parts.join(" ");
  const reason =
    parts.length === fields.length && wrong
      ? `the ${wrong.name} is invalid`
      : `it has ${count(parts.length, "field")}, not ${fields.length}`;
  throw new InvalidInput(`"${text}" is not a valid schedule: ${reason}.`, [
    { text: `Use cron syntax in UTC, for example "${usualSchedule}" for Mondays at 6:17` },
  ]);
}

/**
 * Accepts `*`, `5`, `1-5` and `MON`, each with an optional step such as `/2`, and lists separated
 * by `,`.
 */
function isTaken(text: string, field: Field): boolean {
  return text.split(",").every((part) => {
    const [, range = "", step] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(part) ?? [];
    if (step !== undefined && Number(step) === 0) return false;
    if (range === "*") return true;
    const [first, last, ...more] = range.split("-").map((end) => numberOf(end, field));
    if (first === undefined || more.length > 0) return false;
    return !range.includes("-") || (last !== undefined && first <= last);
  });
}

function numberOf(text: string, { least, most, words }: Field): number | undefined {
  const at = words.findIndex((word) => word === text.toUpperCase());
  if (at >= 0) return at + least;
  const number = /^\d{1,2}$/.test(text) ? Number(text) : -1;
  return number >= least && number <= most ? number : undefined;
}
