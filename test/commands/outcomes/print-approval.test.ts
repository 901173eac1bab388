import { expect, test } from "vitest";
import { approvalRows, toApprovalDocument } from "../../../src/commands/outcomes/print-approval.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const read = { path: "rules.yml", sha256: "9f86d0".repeat(10), sections: ["credentials"] };
const approval = {
  path: "/work/rules.yml",
  sha256: read.sha256,
  approvedAt: "2026-11-29T00:00:00Z",
};

describeWidths("an approval", (style) => approvalRows({ read, approval }, style));

test("an approval names the file and its hash", () => {
  expect(printed((style) => approvalRows({ read, approval }, style))).toMatchInlineSnapshot(`
    " ✔ rules.yml is approved until it changes.
       SHA-256: 9f86d09f86d09f86d09f86d09f86d09f86d09f86d09f86d09f86d09f86d0"
  `);
});

test("the document states when the file was approved", () => {
  expect(toApprovalDocument({ read, approval })).toEqual({
    path: "rules.yml",
    sha256: read.sha256,
    sections: ["credentials"],
    approvedAt: "2026-11-29T00:00:00Z",
  });
});
