import { describe, expect, test } from "vitest";
import { barSpans } from "../../src/terminal/bar.ts";
import { chooseTheme, createRenderOptions } from "../../src/terminal/render-options.ts";

const style = createRenderOptions(chooseTheme({ LANG: "C.UTF-8" }, "linux"), 80);
const plain = createRenderOptions(chooseTheme({ LANG: "C" }, "linux"), 80);

function draw(value: number, needed?: number, most = 100, with_ = style): string {
  const spans = barSpans({ value, most, needed, tone: "good" }, 10, with_);
  return spans.map(({ text }) => text).join("");
}

describe("a bar", () => {
  test.each([
    [50, undefined, "━━━━━─────"],
    [50, 20, "━━╋━━─────"],
    [10, 80, "━───────╋─"],
    [0, 10, "─╋────────"],
    // A nonzero value is always visible, and never appears complete.
    [1, undefined, "━─────────"],
    [99, undefined, "━━━━━━━━━─"],
    [100, undefined, "━━━━━━━━━━"],
    [100, 100, "━━━━━━━━━╋"],
    [5, 900, "━────────╋"],
  ])("shows %i of 100 and a mark if %s are required", (value, needed, drawn) => {
    expect(draw(value, needed)).toBe(drawn);
  });

  test("is empty if its maximum is 0", () => {
    expect(draw(0, undefined, 0)).toBe("──────────");
  });

  test("uses ASCII signs if Unicode is unavailable", () => {
    expect(draw(50, 20, 100, plain)).toBe("==|==-----");
  });
});
