import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paintRows, printingOn } from "../../src/terminal/paint.ts";
import { marked, textRows } from "../../src/terminal/rows.ts";
import { checkOf } from "./render-options.ts";

const style = checkOf(80);
const rows = textRows("key stored", { style, prefix: marked(style, "done") });

test("only the mark is colored, and nothing without color support", () => {
  expect(paintRows(rows, { hasColour: true })).toBe(" \u001b[32m✔\u001b[39m key stored\n");
  expect(paintRows(rows, { hasColour: false })).toBe(" ✔ key stored\n");
});

test("neither the text of a row nor its link can control the terminal", () => {
  const row = [{ text: "a\u001b[2Jb\nc", link: "http://x/\u0007\u001b[2Jy" }];
  expect(paintRows([row], { hasColour: true })).toBe(
    "\u001b]8;;http://x/y\u0007ab c\u001b]8;;\u0007\n",
  );
});

// A runner executes commands in its log, whatever their source: at the beginning of a line, and in
// the older notation at any position.
describe("a row in a run's log", () => {
  const print = (text: string) => paintRows([[{ text }]], { hasColour: false });

  test.each([
    ["::warning::all is well", ": :warning::all is well\n"],
    ["  ::add-mask::a", "  : :add-mask::a\n"],
    ["\u00a0\u3000::add-mask::a", "\u00a0\u3000: :add-mask::a\n"],
    ["::add-mask:\ufe0f:a", ": :add-mask:\ufe0f:a\n"],
    [":\u200b:stop-commands::x", ": :stop-commands::x\n"],
    ["said ##[stop-commands]x", "said ## [stop-commands]x\n"],
    ["said #\u200b#[debug]x", "said ## [debug]x\n"],
    ["said ##vso[task.setvariable variable=a]b", "said ## vso[task.setvariable variable=a]b\n"],
  ])("does not contain a log command: %j", (text, shown) => {
    expect(print(text)).toBe(shown);
  });

  test.each(["::1 is an address", "a::b", "## Heading", "# [link]"])(
    "stays unchanged: %j",
    (text) => {
      expect(print(text)).toBe(`${text}\n`);
    },
  );

  test("does not contain a log command, regardless of its text", () => {
    const unit = fc.constantFrom(
      ":",
      "#",
      "[",
      " ",
      "\u2003",
      "a",
      "vso",
      "\u200b",
      "\u0007",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(fc.string({ unit })), (texts) => {
        const row = texts.map((text) => ({ text }));
        expect(paintRows([row], { hasColour: false })).not.toMatch(/^\s*::.*::|##(?:vso)?\[/m);
      }),
    );
  });
});

describe("printed output", () => {
  const utf8 = { LANG: "C.UTF-8", VTE_VERSION: "7000" };

  test.each([
    ["a wide terminal", { isTTY: true, columns: 200 }, utf8, 96, true, true],
    ["a terminal of unknown width", { isTTY: true, columns: 0 }, utf8, 79, true, true],
    ["a narrow terminal", { isTTY: true, columns: 40 }, utf8, 39, true, true],
    ["a file", {}, utf8, 96, false, false],
    ["NO_COLOR", { isTTY: true, columns: 80 }, { ...utf8, NO_COLOR: "1" }, 79, false, true],
    ["TERM=dumb", { isTTY: true, columns: 80 }, { ...utf8, TERM: "dumb" }, 79, false, false],
  ])("in %s", (_where, stream, env, width, hasColour, hasLinks) => {
    const printing = printingOn(stream, env, "linux");
    expect([printing.style.width, printing.hasColour, printing.style.hasLinks]).toEqual([
      width,
      hasColour,
      hasLinks,
    ]);
  });
});
