import { expect, test } from "vitest";
import { readFrontMatter } from "./read-front-matter.ts";

const comment = "comment: {require-approval: true}";

function read(approval: string, outputs = comment) {
  return readFrontMatter(`name: probe\nsafe-outputs: {${outputs}, approval: ${approval}}`);
}

test("an approval has approvers who are also notified, and no self-approval by default", () => {
  const { definition } = read(String.raw`{approvers: ['[acme]\Reviewers', mona@example.com]}`);
  const people = [String.raw`[acme]\Reviewers`, "mona@example.com"];
  expect(definition?.approval).toEqual({
    approvers: people,
    notify: people,
    minutes: 60,
    allowOwnRuns: false,
  });
  expect(definition?.safeOutputs.map(({ handler }) => handler)).toEqual(["comment"]);
});

test("a group can be an approver by its bare name", () => {
  const { definition } = read("{approvers: [Release Approvers]}");
  expect(definition?.approval?.approvers).toEqual(["Release Approvers"]);
});

test("each rule of an approval can be set", () => {
  const rules = "{notify: [a@b.example], timeout-minutes: 43200, allow-own-runs: true}";
  expect(read(rules).definition?.approval).toEqual({
    approvers: [],
    notify: ["a@b.example"],
    minutes: 43_200,
    allowOwnRuns: true,
  });
});

test.each([
  ["{approvers: []}", "is an empty list"],
  ["{approvers: ['a@b.example,c@d.example']}", "contains a comma"],
  ["{approvers: [' Reviewers']}", "begins or ends with a space"],
  [`{approvers: ["a\\u200b@b.example"]}`, "contains an invisible character"],
  ["{approvers: ['$(x)@example.com']}", "contains a pipeline expression"],
  ["{timeout-minutes: 43201}", "43200"],
  ["{timeout-minutes: 0}", ""],
  ["{approver: [mona@example.com]}", 'Did you mean "approvers"?'],
])("the approval %s is refused", (rules, message) => {
  const { errors } = read(rules);
  expect(errors).toHaveLength(1);
  expect(`${errors[0]?.message} ${errors[0]?.hint ?? ""}`).toContain(message);
});

test("an approval without an output that requires it is reported", () => {
  expect(read("{timeout-minutes: 5}", "comment: {}").warnings).toMatchObject([
    { path: "safe-outputs.approval" },
  ]);
});
