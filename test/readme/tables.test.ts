import { describe, expect, test } from "vitest";
import { listPages, readPage } from "./pages.ts";

/** Maximum width of a table, which a code host shows without a horizontal scrollbar. */
const mostCharacters = 100;

describe("no table on a page is wider than a window:", () => {
  test.each(listPages())("%s", async (page) => {
    const rows = (await readPage(page)).split("\n").filter((line) => /^\s*\|/.test(line));
    expect(rows.filter((row) => row.length > mostCharacters)).toEqual([]);
  });
});
