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
  ["no protection rules", {}, "open", /^no protection rules$/],
  ["a wait timer", { rules: ["wait_timer"] }, "open", /a wait timer, which only delays runs/],
  ["required reviewers", { rules: ["required_reviewers"] }, "protected", /^required reviewers$/],
  [
    "required reviewers and a policy for all branches",
    { rules: ["required_reviewers", "branch_policy"], ...chosen(everything) },
    "protected",
    /required reviewers, branch \* only: anyone who can push branch \* can use it/,
  ],
  ["an unknown rule", { rules: ["custom_gate"] }, "open", /^no protection rules$/],
  [
    "protected branches only, if no branch is protected",
    { branches: "protected" },
    "open",
    /none is protected/,
  ],
  [
    "protected branches only, if one branch is protected",
    { branches: "protected", ...guarding("main") },
    "protected",
    /^protected branches only: main$/,
  ],
  [
    "protected branches only, if many branches are protected",
    { branches: "protected", ...guarding("a", "b", "c", "d", "e") },
    "protected",
    /: a, b, c and 2 more$/,
  ],
  [
    "protected branches only, if they cannot be listed",
    { branches: "protected", protectedBranches: undefined },
    "unknown",
    /protected branches only, but this account cannot list them/,
  ],
  ["no branches", chosen(), "protected", /no allowed branch/],
  [
    "the unprotected default branch",
    chosen(main),
    "protected",
    /branch main only, if push access to it is restricted/,
  ],
  [
    "the protected default branch",
    { ...chosen(main), ...guarding("main") },
    "protected",
    /^branch main only$/,
  ],
  [
    "the default branch, if protected branches cannot be listed",
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
    "the default branch and another branch, both protected",
    { ...chosen(main, release), ...guarding("main", "release") },
    "protected",
    /^branches main, release only$/,
  ],
  [
    "the default branch and a pattern for all branches",
    { ...chosen(main, everything), ...guarding("main") },
    "open",
    /branches main, \* only: anyone who can push branch \* can use it/,
  ],
  [
    "a tag with the name of the default branch",
    { ...chosen(tag), ...guarding("main") },
    "open",
    /branch main only: anyone who can push tag main can use it/,
  ],
])("the protection of an environment for %s is described", (_, facts, state, words) => {
  const protection = evaluate(facts);
  expect(protection.state).toBe(state);
  expect(protection.words).toMatch(words);
});

test.each<[string, Partial<ProtectionFacts>, boolean | undefined]>([
  ["all branches", {}, true],
  ["protected branches, if none is protected", { branches: "protected" }, true],
  [
    "protected branches, if the default branch is protected",
    { branches: "protected", ...guarding("main") },
    true,
  ],
  [
    "protected branches, if only another branch is protected",
    { branches: "protected", ...guarding("release") },
    false,
  ],
  [
    "protected branches, if they cannot be listed",
    { branches: "protected", protectedBranches: undefined },
    undefined,
  ],
  ["itself", chosen(main), true],
  ["the default branch and another branch", chosen(release, main), true],
  ["another branch", chosen(release), false],
  ["a tag with the default branch's name", chosen(tag), false],
  ["no branches", chosen(), false],
  ["a pattern for all branches", chosen(release, everything), undefined],
  [
    "a pattern that does not match the default branch",
    chosen({ name: "release/*", type: "branch" }),
    false,
  ],
  [
    "a pattern that can match the default branch",
    chosen({ name: "ma?n", type: "branch" }),
    undefined,
  ],
  ["the default branch and a pattern", chosen(main, everything), true],
  [
    "another branch, with required reviewers",
    { rules: ["required_reviewers"], ...chosen(release) },
    false,
  ],
])(
  "whether the default branch can use an environment with rules for %s: %s",
  (_, change, admits) => {
    expect(evaluate(change).admitsDefault).toBe(admits);
  },
);
