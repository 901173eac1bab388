import { quote } from "../../yaml/quote.ts";
import { list, record } from "../../yaml/record-shape.ts";
import { boolean, never, noExpressions, oneLine, text } from "../../yaml/scalar-shapes.ts";
import { checked, either, type Complaint, type Shape } from "../../yaml/shape.ts";
import { typeOf } from "../../yaml/yaml-node.ts";
import type { Filter, Filters, Schedule, Triggers } from "./agent-definition.ts";

/**
 * The five fields of a cron expression: name, range, and names that are accepted instead of
 * numbers.
 */
const cronFields = [
  { name: "minute", from: 0, to: 59, words: [] },
  { name: "hour", from: 0, to: 23, words: [] },
  { name: "day of the month", from: 1, to: 31, words: [] },
  {
    name: "month",
    from: 1,
    to: 12,
    words:
      "january february march april may june july august september october november december".split(
        " ",
      ),
  },
  {
    name: "day of the week",
    from: 0,
    to: 6,
    words: "sunday monday tuesday wednesday thursday friday saturday".split(" "),
  },
] as const;

const cron = checked(text({ checks: [oneLine, noExpressions, checkCron] }), (given, node, site) => {
  if (hasDate(given)) return;
  site.findings.warn(node, site.path, {
    message: `${quote(given)} never runs, because the month does not have this day`,
    hint: "Change the day of the month or the month",
  });
});

function checkCron(given: string): Complaint | undefined {
  const hint = "Use five fields: minute, hour, day of the month, month, day of the week; in UTC";
  const parts = given.trim().split(/\s+/);
  if (given.trim() === "") return { message: "is empty", hint };
  if (parts.length !== cronFields.length) {
    return { message: `${quote(given)} has ${parts.length} fields`, hint };
  }
  for (const [at, field] of cronFields.entries()) {
    const part = parts[at] ?? "";
    const bad = part.split(",").find((each) => !isCronPart(each, field));
    if (bad === undefined) continue;
    const range = `${field.from} to ${field.to}`;
    return {
      message: `${quote(given)} has an invalid ${field.name}: ${quote(bad)}`,
      hint: `Use * or ${range}, with - for a range and / for a step`,
    };
  }
  return undefined;
}

type CronField = (typeof cronFields)[number];

function isCronPart(part: string, field: CronField): boolean {
  const [, range = "", step] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part) ?? [];
  const isStep = step === undefined || (Number(step) > 0 && Number(step) <= field.to);
  return isStep && readRange(range, field) !== undefined;
}

function readRange(range: string, field: CronField): readonly [number, number] | undefined {
  if (range === "*") return [field.from, field.to];
  const [from, to, ...more] = range.split("-").map((end) => cronNumber(end, field));
  if (from === undefined || more.length > 0) return undefined;
  if (!range.includes("-")) return [from, from];
  return to !== undefined && from <= to ? [from, to] : undefined;
}

/** Longest possible length of each month in days, January first. */
const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns whether one of the months has one of the days. */
function hasDate(given: string): boolean {
  const [, , days = "", months = ""] = given.trim().split(/\s+/);
  const [, , dayField, monthField] = cronFields;
  const first = Math.min(...days.split(",").flatMap((part) => numbersOf(part, dayField)));
  return months
    .split(",")
    .flatMap((part) => numbersOf(part, monthField))
    .some((month) => first <= (daysOfMonths[month - 1] ?? 0));
}

/** Returns the numbers of a valid part, such as 2, 5, 8 and 11 for `2/3`. */
function numbersOf(part: string, field: CronField): readonly number[] {
  const [range = "", step = "1"] = part.split("/");
  const [from, end] = readRange(range, field) ?? [field.from, field.to];
  const hasEnd = range === "*" || range.includes("-") || !part.includes("/");
  const to = hasEnd ? end : field.to;
  const found: number[] = [];
  for (let each = from; each <= to; each += Number(step)) found.push(each);
  return found;
}

function cronNumber(word: string, { from, to, words }: CronField): number | undefined {
  // At least three letters of a name, such as `Tue`.
  const letters = word.toLowerCase();
  const named = words.findIndex((each) => letters.length >= 3 && each.startsWith(letters));
  const value = named < 0 && /^\d{1,2}$/.test(word) ? Number(word) : named < 0 ? NaN : named + from;
  return value >= from && value <= to ? value : undefined;
}

const pattern = text({
  checks: [
    oneLine,
    noExpressions,
    never(/^\s*$/, "is empty"),
    never(/^.{401}/, "is longer than 400 characters"),
  ],
});

const patterns = list(pattern, { what: "patterns", isFilled: true });
const included: Shape<Filter> = {
  schema: patterns.schema,
  read(node, site) {
    const include = patterns.read(node, site);
    return include && { include, exclude: [] };
  },
};
const both = record(
  {
    include: { shape: patterns, about: "Patterns to include." },
    exclude: { shape: patterns, about: "Patterns to exclude from the included ones." },
  },
  { what: "the filter" },
);
/** @param otherwise patterns to exclude, too, if the author does not include any */
function filterShape(otherwise: readonly string[]): Shape<Filter> {
  return either((node) => node.kind !== "map", included, {
    schema: both.schema,
    read(node, site) {
      const read = both.read(node, site);
      if (!read) return undefined;
      const { include, exclude = [] } = read;
      if (include) return { include, exclude };
      return { include: ["*"], exclude: [...exclude, ...otherwise] };
    },
  });
}

/**
 * Branches of agents. A run on such a branch would execute the agent's changes with all secrets
 * before anyone has reviewed them.
 */
export const agentBranches = ["agent/*"];
const branchFilter = filterShape(agentBranches);

const filterFields = record(
  {
    branches: {
      shape: branchFilter,
      about: "Branches: a list of patterns, or include and exclude.",
    },
    paths: {
      shape: filterShape([]),
      about: "Paths of changed files: a list, or include and exclude.",
    },
  },
  { what: "the trigger" },
);
/** `push:` without a value matches every push. */
const filters: Shape<Filters> = {
  schema: { anyOf: [filterFields.schema, { const: true }, { type: "null" }] },
  read(node, site) {
    const type = node.kind === "scalar" ? typeOf(node) : undefined;
    if (
      type === "null" ||
      (type === "boolean" && node.kind === "scalar" && /^t/i.test(node.text))
    ) {
      return {};
    }
    return filterFields.read(node, site);
  },
};

const scheduleFields = record(
  {
    cron: { shape: cron, about: "Cron expression with five fields, in UTC.", isRequired: true },
    branches: { shape: branchFilter, about: "Branches to run for. Default: main." },
    always: { shape: boolean, about: "Whether to run even if nothing has changed. Default: true." },
  },
  { what: "a schedule" },
);

/** Branches of a schedule that does not name any. Azure Pipelines requires a name. */
export const usualBranches: Filter = { include: ["main"], exclude: [] };

const schedule: Shape<Schedule> = either(
  (node) => node.kind === "map",
  {
    schema: scheduleFields.schema,
    read(node, site) {
      const read = scheduleFields.read(node, site);
      if (read?.cron === undefined) return undefined;
      return {
        cron: read.cron,
        branches: read.branches ?? usualBranches,
        always: read.always ?? true,
      };
    },
  },
  {
    schema: cron.schema,
    read(node, site) {
      const read = cron.read(node, site);
      return read === undefined ? undefined : { cron: read, branches: usualBranches, always: true };
    },
  },
);

const schedules: Shape<readonly Schedule[]> = either(
  (node) => node.kind === "list",
  list(schedule, { what: "schedules", isFilled: true }),
  {
    schema: schedule.schema,
    read(node, site) {
      const read = schedule.read(node, site);
      return read && [read];
    },
  },
);

const fields = record(
  {
    schedule: { shape: schedules, about: "Schedules: one cron expression, or several." },
    push: { shape: filters, about: "Runs for each push." },
    pullRequest: {
      name: "pull-request",
      shape: filters,
      about: "Runs for pull requests, if the repository type supports this trigger.",
    },
  },
  {
    what: `"on"`,
    elsewhere: { pr: 'Did you mean "pull-request"?', cron: 'Did you mean "schedule"?' },
  },
);

export const triggers: Shape<Triggers> = {
  schema: fields.schema,
  read(node, site) {
    const { schedule: found = [], ...rest } = fields.read(node, site) ?? {};
    return { schedules: found, ...rest };
  },
};
