import { expect, test } from "vitest";
import { completeAnswers } from "../../../src/run/precompute/complete-answers.ts";
import type { TargetAnswer } from "../../../src/forge/resources/target-facts.ts";

function found(id: number, fullName: string): TargetAnswer {
  const switches = { isArchived: false, hasIssues: true, hasPullRequests: true };
  const facts = { id, fullName, visibility: "public", defaultBranch: null, files: [] } as const;
  return { state: "found", facts: { ...facts, ...switches }, refused: [] };
}

function complete(answers: Record<string, TargetAnswer>, allowedOwners = ["acme"]) {
  const settled = completeAnswers(
    Object.keys(answers),
    new Map(Object.entries(answers)),
    allowedOwners,
  );
  return [...settled].map(([target, answer]) => [
    target,
    answer.state,
    ...("reason" in answer ? [answer.reason] : []),
  ]);
}

test("facts of an owner that is not allowed are dropped, and case is ignored", () => {
  const answers = { "acme/a": found(1, "mona/a"), "acme/b": found(2, "ACME/b") };
  expect(complete(answers, ["Acme"])).toEqual([
    ["acme/a", "elsewhere", "it now belongs to mona, which is not an allowed owner"],
    ["acme/b", "found"],
  ]);
});

test("a repository with two target names counts under its current name, or else under the first", () => {
  const same = (target: string) => `it is the same repository as the target ${target}`;
  expect(complete({ "acme/old": found(1, "acme/new"), "acme/new": found(1, "acme/new") })).toEqual([
    ["acme/old", "elsewhere", same("acme/new")],
    ["acme/new", "found"],
  ]);
  expect(complete({ "acme/x": found(1, "acme/z"), "acme/y": found(1, "acme/z") })).toEqual([
    ["acme/x", "found"],
    ["acme/y", "elsewhere", same("acme/x")],
  ]);
});

test("a missing repository stays missing", () => {
  expect(complete({ "acme/a": { state: "absent" } })).toEqual([["acme/a", "absent"]]);
});
