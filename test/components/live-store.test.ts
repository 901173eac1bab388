import { describe, expect, test } from "vitest";
import { createLiveStore, fitLive } from "../../components/live-store.ts";
import { chooseTheme } from "../../src/terminal/render-options.ts";
import type { Row } from "../../src/terminal/rows.ts";

const theme = chooseTheme({ LANG: "C.UTF-8" }, "linux");
const keys = [
  { key: "r", does: "scroll back" },
  { key: "q", does: "leave" },
];
const lines = (count: number) => () =>
  Array.from({ length: count }, (_, index): Row => [{ text: `line ${index + 1}` }]);
const textOf = (rows: readonly Row[]) => rows.map((row) => row.map(({ text }) => text).join(""));

function picture(count: number, scroll = 0) {
  return { draw: lines(count), keys, columns: 80, rows: 10, scroll };
}

describe("a live display", () => {
  test("is above the keys, and leaves the terminal's last row free", () => {
    const { rows } = fitLive(picture(7), theme);
    expect(textOf(rows)).toEqual([
      ...Array.from({ length: 7 }, (_, index) => `line ${index + 1}`),
      "",
      "   r scroll back   q leave",
    ]);
    expect(rows.length).toBe(9);
  });

  test.each([
    [0, "line 1", "3 more rows below"],
    [2, "line 3", "2 more above · 1 more below"],
    [3, "line 4", "3 more rows above"],
    [9, "line 4", "3 more rows above"],
  ])("shows one page, scrolled by %i", (scroll, first, more) => {
    const shown = textOf(fitLive(picture(9, scroll), theme).rows);
    expect(shown.length).toBe(9);
    expect(shown[0]).toBe(first);
    expect(shown.at(-3)?.trim()).toBe(more);
  });

  test("shows its keys on several rows if one row is too narrow", () => {
    const { rows } = fitLive({ ...picture(2), columns: 24 }, theme);
    expect(textOf(rows).slice(-2)).toEqual(["   r scroll back", "   q leave"]);
  });

  test("never scrolls past its first or last line, whatever else changes", () => {
    const store = createLiveStore(theme, picture(9));
    store.scrollBy(-1);
    expect(textOf(store.rows())[0]).toBe("line 1");
    store.scrollBy(5);
    expect(textOf(store.rows())[0]).toBe("line 4");
    store.update({ draw: lines(2) });
    expect(textOf(store.rows())[0]).toBe("line 1");
  });
});
