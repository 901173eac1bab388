import { expect, test } from "vitest";
import { asciiMarks, marks } from "../../src/shared/marks.ts";

test.each([
  ["with Unicode", marks],
  ["without Unicode", asciiMarks],
])("no two meanings share a mark: %s", (_, table) => {
  const all = Object.values(table);
  expect(new Set(all).size).toBe(all.length);
  // Each mark is one column wide, so that tables of rows are aligned.
  expect(all.every((mark) => mark.length === 1)).toBe(true);
});

test("each mark has a counterpart in ASCII", () => {
  expect(Object.keys(asciiMarks)).toEqual(Object.keys(marks));
  expect(Object.values(asciiMarks).join("")).toMatch(/^[!-~]+$/);
});
