import { expect, test } from "vitest";
import type { Precomputed } from "../../../src/run/precompute/precompute.ts";
import { precomputeRows } from "../../../src/commands/outcomes/print-precompute.ts";
import { fileRenderOptions, paintRows } from "../../../src/terminal/paint.ts";

const target = { unread: [], renamedTo: null, repository: null };
const found: Precomputed = {
  document: {
    version: 1,
    host: "forge.example",
    credential: "workflow-token",
    readAt: "2026-03-01T10:00:00.000Z",
    targets: [
      { ...target, target: "acme/api", state: "complete", renamedTo: "acme/core" },
      {
        ...target,
        target: "acme/web",
        state: "incomplete",
        unread: [{ what: "repository", reason: "a limit" }],
      },
    ],
    beyondCap: ["acme/infra"],
    ended: { reason: "a limit", resetsAt: null },
  },
  skipped: ["No read App is here."],
  requests: { requests: 3, unchanged: 1 },
  cost: 1,
  isKept: false,
  keep: () => Promise.resolve(),
};

test("incomplete data is named with its reason", () => {
  expect(paintRows(precomputeRows(found, "known.json", fileRenderOptions), { hasColour: false }))
    .toMatchInlineSnapshot(`
      " ! 2 targets: 1 complete, 1 incomplete.
         known.json · workflow token · 3 requests, 1 unchanged
         No read App is here.
         Stopped early: a limit.
         Not read: 1 target beyond the limit.

         TARGET    WHAT
       – acme/api  renamed to acme/core
       ? acme/web  incomplete; repository not read
      "
    `);
});

test("only the first of many targets are shown", () => {
  const targets = Array.from({ length: 30 }, (_, index) => ({
    ...target,
    target: `acme/r${index}`,
    state: "missing" as const,
  }));
  const many = { ...found, document: { ...found.document, targets } };
  const text = paintRows(precomputeRows(many, "known.json", fileRenderOptions), {
    hasColour: false,
  });
  expect(text).toContain("acme/r19");
  expect(text).not.toContain("acme/r20");
  expect(text).toContain("and 10 more, in known.json");
});
