import { expect, test } from "vitest";
import { describeUse, toBudgetDocument } from "../../../src/commands/outcomes/budget-rows.ts";
import { budgetRows, toBudgetsDocument } from "../../../src/commands/outcomes/print-budgets.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const budgets = [
  { name: "broken", used: undefined },
  { name: "new", used: {} },
  {
    name: "team-1",
    used: { requests: 412, upload: 3_355_443, "requests POST https://a.example/**": 3 },
  },
];

describeWidths("shared budgets", (style) => budgetRows(budgets, style));

test("shared budgets are listed with what runs have used", () => {
  expect(printed((style) => budgetRows(budgets, style))).toMatchInlineSnapshot(`
    " ✖ broken: the file is not valid.
       Reset what the runs have used:
       gatehouse firewall budget broken --reset
     ✔ new
       Nothing is used.
     ✔ team-1
       requests: 412
       upload: 3.2 MB
       requests POST https://a.example/**: 3"
  `);
  expect(printed((style) => budgetRows([], style))).toContain("No run has used");
});

test("the document has sizes in bytes, and null for a damaged file", () => {
  expect(toBudgetsDocument(budgets)).toEqual({
    budgets: [{ name: "broken", used: null }, { name: "new", used: {} }, budgets[2]],
  });
});

test("the report has one line for the run, and one for each entry", () => {
  const used = (limit: number, amount: number) => ({ limit, used: amount });
  const limits = {
    requests: used(500, 412),
    upload: used(50 * 1024 ** 2, 3.2 * 1024 ** 2),
    tokens: { ...used(2_000_000, 1_100_000), estimated: 20_000, usedByAll: 1_500_000 },
    minutes: used(30, 12),
  };
  const rules = [
    { ...used(5, 1), rule: "POST https://a.example/**", limitName: "requests" },
  ] as const;
  expect(describeUse({ limits, rules })).toEqual([
    "Budget: 412 of 500 requests, 3.2 MB of 50 MB upload, 1.1M of 2M tokens (20k estimated) (all runs: 1.5M), 12 of 30 minutes",
    "Budget for POST https://a.example/**: 1 of 5 requests",
  ]);
  expect(describeUse({ limits: {}, rules: [], shared: "team", problem: "no answer" })).toEqual([
    "The rest of the shared budget was not returned, so it counts as used: no answer.",
  ]);
});

test("the document of check has the keys of the rules file", () => {
  const rules = [
    { id: "r.yml:1", text: "https://a.example/**", methods: ["GET"], limits: { requests: 1 } },
  ];
  expect(toBudgetDocument({ limits: { upload: 5 }, rules, shared: "team" })).toEqual({
    upload: 5,
    for: [{ url: "https://a.example/**", methods: ["GET"], requests: 1 }],
    shared: "team",
  });
});
