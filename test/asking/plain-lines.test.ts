import { expect, test } from "vitest";
import { markLine } from "../../src/asking/plain-lines.ts";

test.each([
  ["done", "✔ Key  x", "done: Key  x"],
  ["active", "● Key  x", "now: Key  x"],
  ["told", "” Key  x", "on your word: Key  x"],
  ["unknown", "? Key  x", "unknown: Key  x"],
  ["attention", "! Key  x", "attention: Key  x"],
  ["failed", "✖ Key  x", "wrong: Key  x"],
  ["skipped", "– Key  x", "skipped: Key  x"],
] as const)("what is %s is said by a mark, or by a word", (state, marked, worded) => {
  const mark = { name: "Key", state, summary: "x" };
  expect(markLine(mark)).toBe(marked);
  expect(markLine(mark, { hasSigns: false })).toBe(worded);
});
