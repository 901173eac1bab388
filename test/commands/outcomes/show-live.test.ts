import { describe, expect, test } from "vitest";
import { liveRows } from "../../../src/commands/outcomes/show-live.ts";
import { addDecisions, emptyTally } from "../../../src/firewall/log/tally.ts";
import { logged } from "../../firewall/log/logged.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const decisions = Array.from({ length: 30 }, (_, index) =>
  logged({
    url: `https://site-${index}.test/a`,
    allowed: index !== 29,
    explanation: "a rule says so",
  }),
);
const tally = addDecisions(emptyTally, decisions);
const live = { tally, folder: "/tmp/proxy-logs-20260304-050607-2e3d4c" };

describeWidths("a live view", (style) => liveRows(live, style, 200));

describe.each([80, 40])("in %i columns", (columns) => {
  test.each([4, 6, 12, 24, 25])("the output fits into %i rows, and shows how to exit", (height) => {
    const lines = printed((style) => liveRows(live, style, height), columns).split("\n");
    expect(lines.length).toBeLessThan(height);
    expect(lines.at(-1)).toContain("q leave");
    expect(lines.at(-2)).toMatch(/\d+ more rows below/);
  });

  test("blocked requests come first", () => {
    const text = printed((style) => liveRows(live, style, 12), columns);
    expect(text).toContain("site-29.test");
    expect(text).not.toContain("site-28.test");
  });

  test("each row is shown or counted", () => {
    const all = printed((style) => liveRows(live, style, 1000), columns).split("\n").length - 2;
    const lines = printed((style) => liveRows(live, style, 12), columns).split("\n");
    const [, more = ""] = /(\d+) more rows/.exec(lines.at(-2) ?? "") ?? [];
    expect(lines.length - 2 + Number(more)).toBe(all);
  });
});

test("if the terminal is high enough, everything is shown, and its last row stays free", () => {
  const few = { ...live, tally: addDecisions(emptyTally, decisions.slice(0, 2)) };
  const complete = printed((style) => liveRows(few, style, 1000)).split("\n").length;
  for (const height of [complete, complete + 1]) {
    const lines = printed((style) => liveRows(few, style, height)).split("\n");
    expect(lines.length).toBeLessThan(height);
  }
  expect(printed((style) => liveRows(few, style, complete + 1))).not.toContain("more row");
});
