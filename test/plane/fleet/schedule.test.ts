import { expect, test } from "vitest";
import { requireSchedule } from "../../../src/plane/fleet/schedule.ts";

test.each(["17 6 * * 1", "*/15 * * * *", "0,30 4-6 1 JAN-mar MON,fri", "5 0 1-31/2 * SUN"])(
  "%s is a schedule",
  (text) => expect(requireSchedule(`  ${text} `)).toBe(text),
);

test.each([
  ["", "it has 1 field, not 5"],
  ["0 6 * *", "it has 4 fields, not 5"],
  ["0 6 * * 1 2026", "it has 6 fields, not 5"],
  ["60 6 * * 1", "the minute is invalid"],
  ["0 24 * * 1", "the hour is invalid"],
  ["0 6 0 * 1", "the day of the month is invalid"],
  ["0 6 * 13 1", "the month is invalid"],
  ["0 6 * * 7", "the day of the week is invalid"],
  ["0 6 * * 5-1", "the day of the week is invalid"],
  ["*/0 6 * * 1", "the minute is invalid"],
  ["5- 6 * * 1", "the minute is invalid"],
  ["1-2-3 6 * * 1", "the minute is invalid"],
  ["@daily", "it has 1 field, not 5"],
  ['0 6 * * 1"', "the day of the week is invalid"],
])("%j is not a schedule", (text, reason) => {
  expect(() => requireSchedule(text)).toThrow(`"${text}" is not a valid schedule: ${reason}`);
});
