import { expect, test } from "vitest";
import { described, openScopeBench, patScope } from "./scope-bench.ts";

/** Returns each announced step. */
const stepsOf = (text: string) => text.match(/^\[\d+ of \d+\] .+$/gm);

test("skips a step that the chosen profile does not need", async () => {
  const bench = await openScopeBench();
  const { error, text } = await bench.setUpScope({ ...described, mode: "live" });
  expect(error).toBeUndefined();
  expect(stepsOf(text)).toEqual([
    "[1 of 10] Repository",
    "[2 of 10] Scope",
    "[3 of 10] Billing",
    "[4 of 10] Profile",
    "[5 of 8] Write App",
    "[6 of 8] Write access",
    "[7 of 8] Records",
    "[8 of 8] Control file",
  ]);
});

test("creating a token is a separate step, and the steps for Apps are omitted", async () => {
  const bench = await openScopeBench();
  await bench.leaveOwners();
  const { secrets } = await bench.saveToken();
  const { error, text } = await bench.setUpScope(patScope, { secrets });
  expect(error).toBeUndefined();
  expect(stepsOf(text)?.slice(4)).toEqual(["[5 of 6] PAT", "[6 of 6] Control file"]);
});
