import { expect, test } from "vitest";
import { markLine } from "../../src/asking/plain-lines.ts";

test.each([
  ["done", "✔ Key  x", "done: Key  x"],
  ["active", "▸ Key  x", "now: Key  x"],
  ["told", "” Key  x", "told: Key  x"],
  ["unknown", "? Key  x", "not known: Key  x"],
  ["attention", "! Key  x", "attention: Key  x"],
  ["failed", "✖ Key  x", "failed: Key  x"],
  ["skipped", "– Key  x", "skipped: Key  x"],
] as const)("what is %s is said by a mark, or by a word", (state, marked, worded) => {
  const mark = { name: "Key", state, summary: "x" };
  expect(markLine(mark)).toBe(marked);
  expect(markLine(mark, { hasSigns: false })).toBe(worded);
});
