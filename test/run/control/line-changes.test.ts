import fc from "fast-check";
import { expect, test } from "vitest";
import { findLineChanges } from "../../../src/run/control/line-changes.ts";

test("lists no unchanged lines", () => {
  expect(findLineChanges("a\nb\nc\nd", "a\nx\nc\nd\ne")).toEqual([
    { sign: "-", line: "b" },
    { sign: "+", line: "x" },
    { sign: "+", line: "e" },
  ]);
  expect(findLineChanges("a\nb", "a\nb")).toEqual([]);
});

test("lists every difference between the texts", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const changes = findLineChanges(before.join("\n"), after.join("\n"));
      const count = (sign: string, line: string) =>
        changes.filter((change) => change.sign === sign && change.line === line).length;
      const times = (list: readonly string[], line: string) =>
        list.filter((each) => each === line).length;
      for (const line of ["a", "b", "c", ""]) {
        expect(times(before, line) - count("-", line) + count("+", line)).toBe(times(after, line));
      }
    }),
  );
});
