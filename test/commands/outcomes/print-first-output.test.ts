import { expect, test } from "vitest";
import { firstOutputRows } from "../../../src/commands/outcomes/print-first-output.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const issue = {
  id: 1,
  number: 7,
  text: "Review of acme/web\nA simulated agent wrote this issue.\n\n- Issues: enabled",
  link: "https://forge.example/acme/control/issues/7",
  author: "acme-writer[bot]",
  createdAt: "2026-11-01T00:00:00Z",
  updatedAt: "2026-11-01T00:00:00Z",
  comments: 0,
  isPullRequest: false,
};

describeWidths("the first output", (style) => firstOutputRows({ issue, isKept: false }, style));

test("the first output shows who opened which issue, and its text", () => {
  expect(printed((style) => firstOutputRows({ issue, isKept: false }, style)))
    .toMatchInlineSnapshot(`
    " ✔ The agent opened issue #7 as acme-writer[bot]: Review of acme/web
     │ A simulated agent wrote this issue.
     │
     │ - Issues: enabled
    "
  `);
});

test("text of an issue cannot forge a line of the output", () => {
  const forged = { ...issue, text: "Review\u001b[2J\n ✔ Ready\u202e\n" };
  const text = printed((style) => firstOutputRows({ issue: forged, isKept: true }, style));
  expect(text).not.toContain("\u001b");
  expect(text).toMatch(/^ ✔ An earlier run opened issue #7 as acme-writer\[bot\]: Review/);
  expect(text).toMatch(/^ │ {2}✔ Ready/m);
});
