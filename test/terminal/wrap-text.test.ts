import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { chooseTheme } from "../../src/terminal/render-options.ts";
import { textWidth, wrapText } from "../../src/terminal/wrap-text.ts";

describe("text is wrapped", () => {
  test("at spaces, into lines that fit", () => {
    expect(wrapText("one two three four", 9)).toEqual(["one two", "three", "four"]);
  });

  test("without omitting parts of a word that is wider than a line", () => {
    const url = "http://127.0.0.1:41873/register?state=0123456789";
    expect(wrapText(`open ${url} now`, 20).join("")).toBe(`open${url} now`);
  });

  test("keeping indents and bullets", () => {
    expect(wrapText("  - read the repository", 14)).toEqual(["  - read the", "    repository"]);
  });

  test("next to the number of a step", () => {
    expect(wrapText("1  You add a key", 12)).toEqual(["1  You add a", "   key"]);
    expect(wrapText("25 repositories a run", 16)).toEqual(["25 repositories", "a run"]);
  });

  test("keeping empty lines, and columns of a line that fits", () => {
    expect(wrapText("contents   read\n\nissues     write", 40)).toEqual([
      "contents   read",
      "",
      "issues     write",
    ]);
  });

  test("by display width, not by characters", () => {
    const lines = wrapText("日本語のリポジトリ 👍🏽👍🏽👍🏽", 7);
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(7);
    expect(lines.join("")).toBe("日本語のリポジトリ👍🏽👍🏽👍🏽");
  });
});

test("a button of the forge's remains unbroken", () => {
  const lines = wrapText("Then press [ Create App ]. Come back.", 24);
  expect(lines).toEqual(["Then press", "[ Create App ]. Come", "back."]);
});

test.each([...Object.values(chooseTheme({ LANG: "C.UTF-8" }).signs).flat(), "–", "“", "”", "’"])(
  "%s occupies as many columns as in other libraries",
  (sign) => {
    expect(textWidth(sign)).toBe(stringWidth(sign));
  },
);
