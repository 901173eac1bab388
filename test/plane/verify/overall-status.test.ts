import { expect, test } from "vitest";
import { lowerBy } from "../../../src/plane/verify/overall-status.ts";

const complete = { complete: true, lacksOnlyProof: false };
const unseen = { complete: false, lacksOnlyProof: true };
const wrong = { complete: false, lacksOnlyProof: false };

test.each([
  ["nobody may look", undefined, "complete"],
  ["the status finds all well", complete, "complete"],
  ["the status only cannot see what was just proved", unseen, "complete"],
  ["the status finds something wrong", wrong, "incomplete"],
] as const)("a setup that did all, where %s, is %s", (_, found, overallStatus) => {
  expect(lowerBy("complete", found)).toBe(overallStatus);
});

test("an incomplete setup lowers the status", () => {
  expect(lowerBy("incomplete", complete)).toBe("incomplete");
  expect(lowerBy("profile not chosen", wrong)).toBe("profile not chosen");
});
