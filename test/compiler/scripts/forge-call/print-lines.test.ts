import { describe, expect, test } from "vitest";
import {
  cleanText,
  issueLine,
  secretVariableLine,
} from "../../../../src/compiler/scripts/forge-call/print-lines.ts";

describe("untrusted text", () => {
  test.each([
    ["is printed on one line", "a\r\nb\n\tc\u2028d\u0000e", "a b c d e"],
    ["cannot contain a logging command", "##vso[x]a ##[y]b ###vso[z]c", "#vso[x]a #[y]b #vso[z]c"],
    [
      "cannot form a logging command after characters are removed",
      "#\n#vso[x] #\u0007#[y]",
      "# #vso[x] # #[y]",
    ],
    ["cannot control the terminal", "\u001B[2Ja\u009B1mb", "[2Ja 1mb"],
    ["cannot end a quotation", 'a "b" c', "a 'b' c"],
    [
      "is printed without words that are long enough for a credential",
      `a ${"x.Y_9-=/+~".repeat(4)} b`,
      "a [...] b",
    ],
    [
      "keeps words that are shorter than a credential",
      `a ${"x".repeat(39)} b`,
      `a ${"x".repeat(39)} b`,
    ],
    ["is shortened to a maximum length", "a ".repeat(150), `${"a ".repeat(100)}...`],
  ])("%s", (_, text, wanted) => {
    expect(cleanText(text)).toBe(wanted);
  });
});

test("a logging command escapes the characters that would end it", () => {
  expect(issueLine("error", "a\r\nb 100% %0A")).toBe(
    "##vso[task.logissue type=error]a%0D%0Ab 100%AZP25 %AZP250A",
  );
  expect(secretVariableLine("N", "x\n")).toBe(
    "##vso[task.setvariable variable=N;issecret=true]x%0A",
  );
});
