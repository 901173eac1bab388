import { expect, test } from "vitest";
import { formatReset, timeToReset } from "../../../src/run/admit/time-to-reset.ts";

const now = new Date("2026-01-01T12:00:00.000Z");
const at = (ahead: number) => now.getTime() / 1000 + ahead;

test.each([
  [-5, 0, 0],
  [0, 0, 0],
  [1, 1, 0.01],
  [60, 1, 0.02],
  [61, 2, 0.02],
  [1800, 30, 0.5],
  [3600, 60, 1],
  [3601, 61, 1.01],
])("%i seconds are %i minutes and %d hours", (ahead, minutes, hours) => {
  expect(timeToReset(at(ahead), now)).toEqual({ minutes, hours });
});

test("a fraction of a second is rounded up", () => {
  const later = new Date(now.getTime() - 1);
  expect(timeToReset(at(60), later)).toEqual({ minutes: 2, hours: 0.02 });
});

test("a reset is printed in UTC, and omitted if it is not a valid date", () => {
  expect(formatReset(at(0))).toBe("2026-01-01T12:00:00.000Z");
  expect(formatReset(8_640_000_000_000)).toBe("+275760-09-13T00:00:00.000Z");
  expect(formatReset(8_640_000_000_001)).toBeUndefined();
});
