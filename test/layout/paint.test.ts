import { describe, expect, test } from "vitest";
import { paintRows, printingOn } from "../../src/layout/paint.ts";
import { marked, textRows } from "../../src/layout/rows.ts";
import { lookOf } from "./look-at.ts";

const look = lookOf(80);
const rows = textRows("key stored", { look, lead: marked(look, "done") });

test("colour is in the mark alone, and nowhere without colour", () => {
  expect(paintRows(rows, { hasColour: true })).toBe(" \u001b[32m✔\u001b[39m key stored\n");
  expect(paintRows(rows, { hasColour: false })).toBe(" ✔ key stored\n");
});

test("what a row was given cannot steer the terminal, nor what its link was given", () => {
  const row = [{ text: "a\u001b[2Jb\nc", link: "http://x/\u0007\u001b[2Jy" }];
  expect(paintRows([row], { hasColour: true })).toBe(
    "\u001b]8;;http://x/y\u0007ab c\u001b]8;;\u0007\n",
  );
});

describe("what is printed", () => {
  const utf8 = { LANG: "C.UTF-8", VTE_VERSION: "7000" };

  test.each([
    ["a wide terminal", { isTTY: true, columns: 200 }, utf8, 96, true, true],
    ["a narrow one", { isTTY: true, columns: 40 }, utf8, 39, true, true],
    ["a file", {}, utf8, 96, false, false],
    ["NO_COLOR", { isTTY: true, columns: 80 }, { ...utf8, NO_COLOR: "1" }, 79, false, true],
    ["TERM=dumb", { isTTY: true, columns: 80 }, { ...utf8, TERM: "dumb" }, 79, false, false],
  ])("in %s", (_where, stream, env, width, hasColour, hasLinks) => {
    const printing = printingOn(stream, env, "linux");
    expect([printing.look.width, printing.hasColour, printing.look.hasLinks]).toEqual([
      width,
      hasColour,
      hasLinks,
    ]);
  });
});
