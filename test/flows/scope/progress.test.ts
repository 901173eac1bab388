import { expect, test } from "vitest";
import { described, openScopeBench, patScope } from "./scope-bench.ts";

/** Each step as it was announced. */
const stepsOf = (said: string) => said.match(/^\[\d+ of \d+\] .+$/gm);

test("what a chosen profile does not need is no step any more", async () => {
  const bench = await openScopeBench();
  const { error, said } = await bench.setUpScope({ ...described, mode: "live" });
  expect(error).toBeUndefined();
  expect(stepsOf(said)).toEqual([
    "[1 of 9] Repository",
    "[2 of 9] Scope",
    "[3 of 9] Billing",
    "[4 of 9] Profile",
    "[5 of 7] Write App",
    "[6 of 7] Write access",
    "[7 of 7] Records",
  ]);
});

test("a token that is made is a step of its own, and no App is one", async () => {
  const bench = await openScopeBench();
  await bench.leaveOwners();
  const { secrets } = await bench.saveToken();
  const { error, said } = await bench.setUpScope(patScope, { secrets });
  expect(error).toBeUndefined();
  expect(stepsOf(said)?.slice(4)).toEqual(["[5 of 5] PAT"]);
});
