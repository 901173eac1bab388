import { expect, test } from "vitest";
import { leftOf, mayLookAt, spend, spentOf } from "../../../src/plane/dashboard/request-budget.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 14, minute));
const empty = { mostPerHour: 5, spentAt: [] };

test("a look may be made while the hour has room for it", () => {
  const spent = spend(empty, 3, at(0));
  expect(spentOf(spent, at(1))).toBe(3);
  expect(mayLookAt(spent, 2, at(1))).toEqual(at(1));
});

test("else when enough of the hour's requests are an hour old", () => {
  const spent = spend(spend(empty, 3, at(0)), 2, at(10));
  expect(mayLookAt(spent, 2, at(20))).toEqual(at(60));
  expect(mayLookAt(spent, 4, at(20))).toEqual(at(70));
});

test("what is older than an hour counts no more", () => {
  const spent = spend(empty, 5, at(0));
  expect(spentOf(spent, at(61))).toBe(0);
  expect(mayLookAt(spent, 5, at(61))).toEqual(at(61));
});

test("a look that costs more than an hour has waits for a whole hour's", () => {
  expect(mayLookAt(empty, 6, at(0))).toEqual(at(0));
  expect(mayLookAt(spend(empty, 1, at(0)), 6, at(10))).toEqual(at(60));
});

test("what was no cost after all is taken back, the latest first", () => {
  const spent = spend(spend(empty, 2, at(0)), 3, at(10));
  expect(spend(spent, -2, at(11)).spentAt).toEqual(
    [0, 0, 10].map((minutes) => at(minutes).getTime()),
  );
  expect(leftOf(spent, at(11))).toBe(0);
});
