import fc from "fast-check";
import { expect, test } from "vitest";
import { compileGlob, matchesGlob } from "../../../src/firewall/rules/glob.ts";
import { runs } from "../../sample.ts";

test.each([
  ["a", "a", true],
  ["a", "ab", false],
  ["", "", true],
  ["*", "", true],
  ["*", "a/b", false],
  ["**", "a/b", true],
  ["a*c", "abc", true],
  ["a*c", "ab/c", false],
  ["a**c", "ab/c", true],
  ["a*b*c", "abbbc", true],
  ["*/**/c", "a/b/c", true],
  ["*/**/c", "a/c", false],
])("the pattern %j matches %j: %s", (pattern, text, expected) => {
  expect(matchesGlob(compileGlob(pattern), text)).toBe(expected);
});

test("a pattern matches the same texts as an equivalent regular expression", () => {
  const letters = (alphabet: string[], maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...alphabet), maxLength });
  fc.assert(
    fc.property(
      letters(["a", "b", "/", "*", "**"], 8),
      letters(["a", "b", "/"], 10),
      (pattern, text) => {
        const source = pattern.replaceAll(/\*\*?/g, (star) => (star === "*" ? "[^/]*" : "[^]*"));
        expect(matchesGlob(compileGlob(pattern), text)).toBe(new RegExp(`^${source}$`).test(text));
      },
    ),
    runs(3000),
  );
});
