import { expect, test } from "vitest";
import { listStepsAfterSetUp } from "../../../src/control/review/after-set-up.ts";

const list = (isComplete: boolean, scope: "described" | "later") =>
  listStepsAfterSetUp({ isComplete, scope }).map(({ verb, options }) =>
    [verb, ...options].join(" "),
  );

test.each(["described", "later"] as const)(
  "what is not proved is proved before anything else, with the scope %s",
  (scope) => {
    expect(list(false, scope)).toEqual(["setup", "status"]);
  },
);

test("a scope that is described is reviewed", () => {
  expect(list(true, "described")).toEqual(["verify", "status"]);
});

test("a scope that was left for later is described, or its repositories are approved", () => {
  expect(list(true, "later")).toEqual([
    "setup --ask-again",
    "setup --write-repository owner/r",
    "setup --read-repository owner/r",
    "status",
  ]);
});
