import { expect, test } from "vitest";
import { docsUrl } from "../../../src/shared/docs-url.ts";
import { reviewRows } from "../../../src/commands/outcomes/print-review.ts";
import type { ReviewDocument } from "../../../src/commands/outcomes/print-review.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const full: ReviewDocument = {
  repo: "acme/control",
  host: "forge.example",
  ready: false,
  counts: { pass: 1, fail: 1, unknown: 1 },
  checks: [
    {
      id: "settings",
      title: "Committed settings",
      state: "pass",
      evidence: ["2 targets, review only."],
      next: [],
    },
    {
      id: "read-app-coverage",
      title: "Target coverage of the read App",
      state: "fail",
      evidence: ["It covers 2 repositories, not exactly: acme/control, acme/web, acme/api."],
      next: [
        {
          text: "Change which repositories the read App covers, and have it looked at again",
          link: "https://forge.example/organizations/acme/settings/installations/4711",
        },
        {
          text: "Or change the scope",
          command: "gatehouse scope --host forge.example --repo acme/control",
        },
      ],
      page: `${docsUrl}/verify.md#apps`,
    },
    {
      id: "discovery",
      title: "Discovery: what the credential that reads may read",
      state: "unknown",
      evidence: ["No run."],
      next: [{ text: "See the checks for each App" }],
      page: `${docsUrl}/verify.md#discovery`,
    },
  ],
  precedence: [],
  run: "https://forge.example/acme/control/actions/runs/118",
};

describeWidths("the review", (style) => reviewRows(full, style));

test("the review shows each verdict, its evidence, and the fix", () => {
  expect(printed((style) => reviewRows(full, style))).toMatchInlineSnapshot(`
    " acme/control   read from forge.example just now

       CHECK                                               VERDICT
     ✔ Committed settings                                  passes
         2 targets, review only.
     ✖ Target coverage of the read App                     fails
         It covers 2 repositories, not exactly: acme/control, acme/web, acme/api.
       https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps
         Next  Change which repositories the read App covers, and have it looked
                 at again:
       https://forge.example/organizations/acme/settings/installations/4711
               Or change the scope:
       gatehouse scope --host forge.example --repo acme/control
     ? Discovery: what the credential that reads may read  unknown
         No run.
    https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#discovery
         Next  See the checks for each App

     ✖ Not ready for promotion                        1 passed, 1 failed, 1 unknown

       Open the proof run:
       https://forge.example/acme/control/actions/runs/118"
  `);
});

test("in 40 columns, the text is the same", () => {
  expect(printed((style) => reviewRows(full, style), 40)).toMatchInlineSnapshot(`
    " acme/control   read from forge.example
     just now

     ✔ Committed settings: passes
         2 targets, review only.
     ✖ Target coverage of the read App:
       fails
         It covers 2 repositories, not
           exactly: acme/control, acme/web,
           acme/api.
    https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps
         Next: Change which repositories
           the read App covers, and have it
           looked at again:
    https://forge.example/organizations/acme/settings/installations/4711
         Or change the scope:
       gatehouse scope --host \\
       forge.example --repo acme/control
     ? Discovery: what the credential that
       reads may read: unknown
         No run.
    https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#discovery
         Next: See the checks for each
           App

     ✖ Not ready for promotion
       1 passed, 1 failed, 1 unknown

       Open the proof run:
    https://forge.example/acme/control/actions/runs/118"
  `);
});

test.each([
  [{ pass: 17, fail: 1, unknown: 1 }, "17 passed, 1 failed, 1 unknown"],
  [{ pass: 1, fail: 2, unknown: 0 }, "1 passed, 2 failed, 0 unknown"],
])("the counts %j are printed as %s", (counts, text) => {
  expect(printed((style) => reviewRows({ ...full, counts }, style), 200)).toContain(`${text}\n`);
});

test("a next step shared by several checks is printed once, below the verdict", () => {
  const shared = { text: "Verify with a run", command: "gatehouse verify" };
  const titles = ["Stored key of the read App", "Owner of the read App"];
  const checks = titles.map((title, index) => ({
    id: "discovery" as const,
    title,
    state: "unknown" as const,
    evidence: ["No run."],
    next: [{ text: `Look at ${index}` }, shared],
  }));
  const text = printed((style) => reviewRows({ ...full, checks, run: null }, style));
  expect(text).toMatchInlineSnapshot(`
    " acme/control   read from forge.example just now

       CHECK                       VERDICT
     ? Stored key of the read App  unknown
         No run.
         Next  Look at 0
     ? Owner of the read App       unknown
         No run.
         Next  Look at 1

     ✖ Not ready for promotion                        1 passed, 1 failed, 1 unknown

       Next  Verify with a run:
       gatehouse verify"
  `);
});

test("text of a committed file cannot forge a line of the review", () => {
  const check = {
    id: "settings",
    title: "Committed settings",
    state: "fail",
    evidence: ['no "a\n✔ Committed settings  passes" is known'],
    next: [{ text: "Store the client ID again\n✔ all is well" }],
  } as const;
  const text = printed((style) => reviewRows({ ...full, checks: [check] }, style));
  expect(text.split("\n").filter((line) => /^ ?✔/.test(line))).toEqual([]);
  expect(text).toContain('     no "a\n     ✔ Committed settings  passes" is known\n');
});
