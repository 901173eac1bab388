import { describe, expect, test } from "vitest";
import { parseRequirement, requireForTargets } from "../../../src/run/admit/requirement.ts";

describe("the requirement from the settings", () => {
  test.each([
    [{ targets: 1, cap: 1 }, 100],
    [{ targets: 98, cap: 10_000 }, 100],
    [{ targets: 99, cap: 10_000 }, 101],
    [{ targets: 500, cap: 10_000 }, 502],
    [{ targets: 500, cap: 200 }, 202],
    [{ targets: 500, cap: 20 }, 100],
  ])("for %j is %i", (reach, required) => {
    expect(requireForTargets(reach)).toEqual({ required });
  });
});

describe("the requirement from the command line", () => {
  test.each([
    ["100", { required: 100 }],
    ["250", { required: 250 }],
    ["0", { required: 100, raisedFrom: 0 }],
    ["3", { required: 100, raisedFrom: 3 }],
    ["99", { required: 100, raisedFrom: 99 }],
    ["007", { required: 100, raisedFrom: 7 }],
  ])("is read from %s", (text, requirement) => {
    expect(parseRequirement(text)).toEqual(requirement);
  });

  test.each(["", " ", "many", "-1", "1.5", "1e3", "0x10", "٣", "9007199254740993", "5 ", "+5"])(
    "is rejected if it is not a whole number: %j",
    (text) => {
      expect(() => parseRequirement(text)).toThrow(
        "--requirement must be a whole number of requests.",
      );
    },
  );
});
