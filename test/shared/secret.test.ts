import { describe, expect, test } from "vitest";
import { Secret } from "../../src/shared/secret.ts";

// That a secret shows itself nowhere is proved in test/secret-exits.test.ts.
describe("a secret", () => {
  test("gives its value to whoever asks for it by name", () => {
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
