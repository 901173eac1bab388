import { describe, expect, test } from "vitest";
import { Secret } from "../../src/shared/secret.ts";

// test/secret-exits.test.ts proves that a secret shows itself nowhere.
describe("a secret", () => {
  test("returns its value only through an explicit call", () => {
    expect(new Secret("words").reveal()).toBe("words");
  });

  test.each([
    ["", true],
    [" \r\n\t", true],
    [" x ", false],
  ])("of %j is empty: %s", (value, isEmpty) => {
    expect(new Secret(value).isEmpty).toBe(isEmpty);
  });

  test.each([
    ["words", "words", true],
    ["words", "word", false],
    ["words", "Words", false],
    ["", "", true],
    ["é", "é".normalize("NFD"), false],
  ])("of %j equals one of %j: %s", (one, other, isSame) => {
    expect(new Secret(one).equals(new Secret(other))).toBe(isSame);
  });
});
