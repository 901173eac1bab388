import { expect, test } from "vitest";
import { lowerBy } from "../../../src/plane/verify/overall-status.ts";

const complete = { complete: true, lacksOnlyProof: false };
const unseen = { complete: false, lacksOnlyProof: true };
const wrong = { complete: false, lacksOnlyProof: false };

test.each([
  ["the status is not readable", undefined, "complete"],
  ["the status has no problems", complete, "complete"],
  ["the status only lacks the latest proof", unseen, "complete"],
  ["the status has a problem", wrong, "incomplete"],
] as const)("if %s, the overall status of a completed setup is %s", (_, found, overallStatus) => {
  expect(lowerBy("complete", found, false)).toBe(overallStatus);
});

test("a setup that leaves the control file is incomplete, even if the status is not readable", () => {
  expect(lowerBy("complete", undefined, true)).toBe("incomplete");
});

test("an incomplete setup remains incomplete, whatever the status is", () => {
  expect(lowerBy("incomplete", complete, false)).toBe("incomplete");
  expect(lowerBy("profile not chosen", wrong, false)).toBe("profile not chosen");
});
