import { afterEach, expect, test } from "vitest";
import { changeOption, typedWith } from "../../src/shared/change-option.ts";

const argv = [...process.argv];
afterEach(() => void (process.argv = [...argv]));

test.each([
  [["setup", "--repo", "acme/control"], "--repo acme/control --name b"],
  [["setup", "--name", "a", "--repo", "acme/control"], "--name b --repo acme/control"],
  [["setup", "--json", "--name=a", "--plain"], "--json --name b --plain"],
  [["setup", "--name", "a", "--name", "c", "--names", "d"], "--name b --names d"],
  [["setup", "--answers", "it's here.json"], "--answers 'it'\\''s here.json' --name b"],
  [["setup", "--answers="], "--answers= --name b"],
  [["setup", "--answers", ""], "--answers '' --name b"],
  [["setup", "--", "--name", "a"], "--name b -- --name a"],
] as const)(
  "one option of the command %j is changed, and all others remain unchanged",
  (given, expected) => {
    expect(changeOption(given, "--name", "b")).toBe(`gatehouse setup ${expected}`);
  },
);

test("a value of several words is passed as one quoted argument", () => {
  expect(changeOption(["setup"], "--name", "a b")).toBe("gatehouse setup --name 'a b'");
});

test("the typed command keeps its other options", () => {
  process.argv = ["node", "cli.js", "control", "render", "--brand", "github", "--cli", "x"];
  const words = "gatehouse control render --brand github --cli x --profile app";
  expect(typedWith(["control", "render"], "--profile", "app")).toBe(words);
});

test("a process that was started in another way suggests only the command", () => {
  process.argv = ["node", "admit.js", "--json"];
  expect(typedWith(["admit"], "--requirement", "250")).toBe("gatehouse admit --requirement 250");
});
