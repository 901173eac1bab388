import { expect, test } from "vitest";
import {
  leftOf,
  earliestReading,
  spend,
  spentOf,
} from "../../../src/plane/dashboard/request-budget.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 14, minute));
const empty = { mostPerHour: 5, spentAt: [] };

test("a read is allowed if the budget of the hour has enough requests left", () => {
  const spent = spend(empty, 3, at(0));
  expect(spentOf(spent, at(1))).toBe(3);
  expect(earliestReading(spent, 2, at(1))).toEqual(at(1));
});

test("otherwise it is allowed as soon as enough requests are an hour old", () => {
  const spent = spend(spend(empty, 3, at(0)), 2, at(10));
  expect(earliestReading(spent, 2, at(20))).toEqual(at(60));
  expect(earliestReading(spent, 4, at(20))).toEqual(at(70));
});

test("requests older than an hour no longer count", () => {
  const spent = spend(empty, 5, at(0));
  expect(spentOf(spent, at(61))).toBe(0);
  expect(earliestReading(spent, 5, at(61))).toEqual(at(61));
});

test("a read that exceeds the hourly budget waits for a full budget", () => {
  expect(earliestReading(empty, 6, at(0))).toEqual(at(0));
  expect(earliestReading(spend(empty, 1, at(0)), 6, at(10))).toEqual(at(60));
});

test("requests that do not count are refunded, the latest first", () => {
  const spent = spend(spend(empty, 2, at(0)), 3, at(10));
  expect(spend(spent, -2, at(11)).spentAt).toEqual(
    [0, 0, 10].map((minutes) => at(minutes).getTime()),
  );
  expect(leftOf(spent, at(11))).toBe(0);
});
