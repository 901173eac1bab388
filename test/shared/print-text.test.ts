import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printText, printable, printableLine } from "../../src/shared/print-text.ts";
import { squeeze } from "../../src/shared/redact/joined-text.ts";
import { runs } from "../sample.ts";

describe("external text", () => {
  test.each([
    ["clears the screen", "a\u001b[2Jb", "ab"],
    ["hides a link", "a\u001b]8;;http://evil\u0007b\u001b]8;;\u0007", "ab"],
    ["reverses the reading direction", "a\u202eb\u2066c", "abc"],
    ["changes the character set", "a\u001b(Bb\u001b7c", "abc"],
    ["sets the window title", "a\u001b]0;b\u001b\\c", "ac"],
    ["begins a sequence that it does not end", "a\u001b]b\u001bMc\u009b1", "a]bMc1"],
    ["rings", "a\u0007b\u0000c\u009bd", "abcd"],
    ["moves the cursor back in its line", "good\revil", "good\nevil"],
    ["hides characters", "a\u200bb\u00adc\ufeffd\u{e0041}e", "abcde"],
    ["breaks lines with Unicode characters", "a\u2028b\u2029c", "abc"],
  ])("that %s is shown without doing so", (_what, text, shown) => {
    expect(printable(text)).toBe(shown);
    const written: string[] = [];
    printText(text, { write: (piece: string | Uint8Array) => written.push(String(piece)) > 0 });
    expect(written).toEqual([shown]);
  });

  test("that is printed as one line stays on one line", () => {
    expect(printableLine("web\n✔ all is well\r\nnow")).toBe("web ✔ all is well now");
  });

  // Otherwise a secret could be assembled again after the text was redacted.
  test("is redacted in the form in which it is shown", () => {
    const unit = fc.constantFrom(
      ..."\u001b \u009b \u009d \u0090 \u0007 \u009c \u0000 \u200b \u2028 \r [ ] ( # P B M 7 8 = ; 3 m h a é 😀".split(
        " ",
      ),
    );
    const same = (text: string) => {
      expect(squeeze(printable(text)).text).toBe(squeeze(text).text);
    };
    fc.assert(fc.property(fc.string({ unit, maxLength: 40 }), same), runs(2000));
  });
});
