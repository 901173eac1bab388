import { expect, test } from "vitest";
import { markLine, stepLines, updateLines } from "../../src/asking/plain-lines.ts";

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

test("what was seen is told, and a line again only when it says more than another time", () => {
  const first = { line: "not installed yet; asked the forge at 14:07:31" };
  expect(updateLines(first, {})).toEqual([first.line]);
  const again = { line: "not installed yet; asked the forge at 14:07:39" };
  expect(updateLines(again, first)).toEqual([]);
  const news = { seen: "installed", line: "installed; asked the forge at 14:07:47" };
  expect(updateLines(news, again)).toEqual([news.seen, news.line]);
  // It is seen twice where it is so twice.
  expect(updateLines({ seen: "installed" }, news)).toEqual(["installed"]);
});

test("steps are told with their numbers", () => {
  expect(stepLines({ steps: ["Open it:", "Press [ Save ]."] })).toEqual([
    "1. Open it:",
    "2. Press [ Save ].",
  ]);
  expect(stepLines({})).toEqual([]);
});
