import { expect, test } from "vitest";
import { chooseCases } from "./sample.ts";

const cases = Array.from({ length: 30 }, (_, index) => index);
const choose = (seed: number) => chooseCases(cases, { count: 5, seed });

test("a seed chooses the same cases each time, in their order", () => {
  const chosen = choose(7);
  expect(chosen).toHaveLength(5);
  expect(chosen).toEqual(chosen.toSorted((a, b) => a - b));
  expect(choose(7)).toEqual(chosen);
});

test("a hundred seeds choose every case", () => {
  const seeds = Array.from({ length: 100 }, (_, seed) => seed);
  expect(new Set(seeds.flatMap(choose)).size).toBe(cases.length);
});

test("all cases are chosen if their number is below the requested count", () => {
  expect(chooseCases([1, 2], { count: 5, seed: 1 })).toEqual([1, 2]);
});
