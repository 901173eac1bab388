import { expect, test } from "vitest";
import { evaluateProtection } from "../../../src/plane/repository/environment-protection.ts";
import type { ProtectionFacts } from "../../../src/plane/repository/environment-protection.ts";

const main = { name: "main", type: "branch" } as const;
const release = { name: "release", type: "branch" } as const;
const everything = { name: "*", type: "branch" } as const;
const tag = { name: "main", type: "tag" } as const;

function evaluate(change: Partial<ProtectionFacts>) {
  return evaluateProtection({
    rules: [],
    branches: "all",
    chosen: [],
    protectedBranches: new Set(),
    defaultBranch: "main",
    ...change,
  });
}

const guarding = (...names: string[]) => ({ protectedBranches: new Set(names) });
const chosen = (...all: ProtectionFacts["chosen"]) => ({
  branches: "chosen" as const,
  chosen: all,
});

test.each<[string, Partial<ProtectionFacts>, "protected" | "open" | "unknown", RegExp]>([
  ["no rule", {}, "open", /^no protection rules$/],
  ["a timer", { rules: ["wait_timer"] }, "open", /a wait timer, which only delays runs/],
  ["a reviewer", { rules: ["required_reviewers"] }, "protected", /^required reviewers$/],
  [
    "a reviewer for open branches",
    { rules: ["required_reviewers", "branch_policy"], ...chosen(everything) },
    "protected",
    /required reviewers, branch \* only: anyone who can push branch \* can use it/,
  ],
  ["a rule that nobody here knows", { rules: ["custom_gate"] }, "open", /^no protection rules$/],
  ["protected branches, and none is", { branches: "protected" }, "open", /none is protected/],
  [
    "protected branches, and one is",
    { branches: "protected", ...guarding("main") },
    "protected",
    /^protected branches only: main$/,
  ],
  [
    "protected branches, and many are",
    { branches: "protected", ...guarding("a", "b", "c", "d", "e") },
    "protected",
    /: a, b, c and 2 more$/,
  ],
  [
    "protected branches that cannot be seen",
    { branches: "protected", protectedBranches: undefined },
    "unknown",
    /protected branches only, but this account cannot list them/,
  ],
  ["no branch at all", chosen(), "protected", /no allowed branch/],
  [
    "the default branch",
    chosen(main),
    "protected",
    /branch main only, if push access to it is restricted/,
  ],
  [
    "the default branch, which is protected",
    { ...chosen(main), ...guarding("main") },
    "protected",
    /^branch main only$/,
  ],
  [
    "the default branch, where protected ones cannot be seen",
    { ...chosen(main), protectedBranches: undefined },
    "protected",
    /branch main only, if push access to it is restricted/,
  ],
  [
    "another branch",
    chosen(release),
    "open",
    /branch release only: anyone who can push branch release can use it/,
  ],
  [
    "another branch, which is protected",
    { ...chosen(main, release), ...guarding("main", "release") },
    "protected",
    /^branches main, release only$/,
  ],
  [
    "the default branch and every other",
    { ...chosen(main, everything), ...guarding("main") },
    "open",
    /branches main, \* only: anyone who can push branch \* can use it/,
  ],
  [
    "a tag of the default branch's name",
    { ...chosen(tag), ...guarding("main") },
    "open",
    /branch main only: anyone who can push tag main can use it/,
  ],
])("an environment for %s", (_, facts, state, words) => {
  const protection = evaluate(facts);
  expect(protection.state).toBe(state);
  expect(protection.words).toMatch(words);
});

test.each<[string, Partial<ProtectionFacts>, boolean | undefined]>([
  ["no rule about branches", {}, true],
  ["protected branches, and none is", { branches: "protected" }, true],
  ["protected branches, and it is one", { branches: "protected", ...guarding("main") }, true],
  ["protected branches, and it is none", { branches: "protected", ...guarding("release") }, false],
  ["branches not to be seen", { branches: "protected", protectedBranches: undefined }, undefined],
  ["itself", chosen(main), true],
  ["itself among others", chosen(release, main), true],
  ["another branch", chosen(release), false],
  ["a tag of its name", chosen(tag), false],
  ["no branch at all", chosen(), false],
  ["a pattern", chosen(release, everything), undefined],
  ["a pattern of others", chosen({ name: "release/*", type: "branch" }), false],
  ["a pattern that may be of it", chosen({ name: "ma?n", type: "branch" }), undefined],
  ["itself and a pattern", chosen(main, everything), true],
  ["another branch, and reviewers", { rules: ["required_reviewers"], ...chosen(release) }, false],
])("whether runs of the default branch can use it with rules for %s: %s", (_, change, admits) => {
  expect(evaluate(change).admitsDefault).toBe(admits);
});
