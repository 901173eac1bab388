import { describe, expect, test } from "vitest";
import { tableRows, type TableRow } from "../../src/terminal/table.ts";
import { textWidth } from "../../src/terminal/wrap-text.ts";
import { linesOf, checkOf } from "./render-options.ts";

const rows: TableRow[] = [
  {
    state: "done",
    name: "Read App",
    text: "key stored, 2 of 2 repositories",
    how: "run 118, 3 min ago",
  },
  { state: "failed", name: "Write App", text: "sees 1 of 2 repositories", how: "asked now" },
  { state: "reported", name: "Billing", text: "active", how: "mona, 21 Nov" },
];
const head = ["WHAT", "STATE", "EVIDENCE"] as const;

test("a table has three columns if they fit, with a mark before each row", () => {
  expect(linesOf(tableRows(rows, { style: checkOf(80), head })).join("\n")).toMatchInlineSnapshot(`
    "   WHAT       STATE                            EVIDENCE
     ✔ Read App   key stored, 2 of 2 repositories  run 118, 3 min ago
     ✖ Write App  sees 1 of 2 repositories         asked now
     ” Billing    active                           mona, 21 Nov"
  `);
});

test("the cells of a row are listed below each other if the columns do not fit", () => {
  expect(linesOf(tableRows(rows, { style: checkOf(40), head })).join("\n")).toMatchInlineSnapshot(`
    " ✔ Read App: key stored, 2 of 2
       repositories
         run 118, 3 min ago
     ✖ Write App: sees 1 of 2 repositories
         asked now
     ” Billing: active
         mona, 21 Nov"
  `);
});

test("a name in the middle column remains unbroken, and the next column is narrower", () => {
  const row: TableRow = {
    state: "attention",
    name: "Apply the proposals",
    text: "CP_FORGE_WRITE_APP_PRIVATE_KEY, secret variable",
    how: "to apply proposals, each handler with its own token",
  };
  expect(linesOf(tableRows([row], { style: checkOf(80) })).join("\n")).toMatchInlineSnapshot(`
    " ! Apply the proposals  CP_FORGE_WRITE_APP_PRIVATE_KEY,  to apply proposals,
                            secret variable                  each handler with its
                                                             own token"
  `);
});

test("a terminal without Unicode gets ASCII in each column", () => {
  const row: TableRow = {
    state: "reported",
    name: "PAT",
    text: "SHA256:yDjg… · kept",
    how: "mona · 1",
  };
  for (const columns of [40, 80]) {
    const drawn = linesOf(tableRows([row], { style: checkOf(columns, { LANG: "C" }) })).join("\n");
    expect(drawn).toMatch(/^[ -~\n]*$/);
    expect(drawn).toContain("SHA256:yDjg... - kept");
  }
});

test("the evidence and the next step are shown below their row", () => {
  const row: TableRow = {
    state: "failed",
    name: "Write App",
    text: "sees 1 of 2 repositories",
    below: ["It does not see acme/api."],
    hints: [{ text: "Add it", link: "https://forge.example/apps/1" }],
  };
  expect(linesOf(tableRows([row], { style: checkOf(80) })).join("\n")).toMatchInlineSnapshot(`
    " ✖ Write App  sees 1 of 2 repositories
         It does not see acme/api.
         Next  Add it:
       https://forge.example/apps/1"
  `);
});

describe.each([40, 64, 80, 120, 200])("in %i columns", (columns) => {
  test("no line is too long, no word is broken, and nothing is omitted", () => {
    const words = "every word of this text that stands in its column stays whole".split(" ");
    const text = words.join(" ");
    const long = rows.map((row) => ({ ...row, text, how: `${row.how}; ${text}`, below: [text] }));
    const style = checkOf(columns);
    const lines = linesOf(tableRows(long, { style, head }));
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(style.width);
    for (const word of words) {
      const count = lines.join(" ").split(word).length - 1;
      expect(count).toBeGreaterThanOrEqual(long.length * 3);
    }
  });
});
