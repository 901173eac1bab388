import { expect, test } from "vitest";
import { marked, textRows } from "../../src/terminal/rows.ts";
import { findFaults } from "./check-rows.ts";
import { checkOf } from "./render-options.ts";

const style = checkOf(40);
const rows = textRows("key stored", { style, prefix: marked(style, "done") });
const rules = { width: style.width, words: ["key", "stored"] };

test("finds no fault in a mark and its words", () => {
  expect(findFaults(rows, rules)).toEqual([]);
});

test.each([
  [
    "a line that is too long",
    [[{ text: "a line that goes on and on and on to its end" }]],
    [],
    /^over 39/,
  ],
  ["a broken word", [[{ text: "sto" }], [{ text: "red" }]], ["stored"], /^broken: stored/],
  ["a dimmed fact", [[{ text: "stored", tone: "quiet" }]], [], /^dim: stored/],
  ["a colored sentence", [[{ text: "stored", tone: "good" }]], [], /^coloured: stored/],
] as const)("finds %s", (_what, wrong, words, fault) => {
  const found = findFaults(wrong, { ...rules, words });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(fault);
});
