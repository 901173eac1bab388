import { describe, expect, test } from "vitest";
import { printText, printable, printableLine } from "../../src/shared/print-text.ts";

describe("text from outside", () => {
  test.each([
    ["clears the screen", "a\u001b[2Jb", "ab"],
    ["hides a link", "a\u001b]8;;http://evil\u0007b\u001b]8;;\u0007", "ab"],
    ["turns the reading order around", "a\u202eb\u2066c", "abc"],
    ["rings", "a\u0007b\u0000c\u009bd", "abcd"],
    ["goes back in its line", "good\revil", "good\nevil"],
    ["hides characters", "a\u200bb\u00adc\ufeffd\u{e0041}e", "abcde"],
    ["breaks lines in the ways of Unicode", "a\u2028b\u2029c", "abc"],
  ])("that %s is shown without that", (_what, text, shown) => {
    expect(printable(text)).toBe(shown);
    const written: string[] = [];
    printText(text, { write: (piece: string | Uint8Array) => written.push(String(piece)) > 0 });
    expect(written).toEqual([shown]);
  });

  test("that is one line stays one", () => {
    expect(printableLine("web\n✔ all is well\r\nnow")).toBe("web ✔ all is well now");
  });
});
