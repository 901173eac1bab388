import { expect, test } from "vitest";
import { isSetUpComplete } from "../../../flows/setup/set-up-outcome.ts";

test.each([
  [["proved", "proved"], true],
  [["proved", "unknown"], false],
  [["unknown"], false],
  [[], true],
] as const)("with Apps that are %j, that a setup is complete is %s", (states, isComplete) => {
  const apps = states.map((installation) => ({
    role: "read" as const,
    slug: "app",
    clientId: "Iv1.a",
    installation,
  }));
  expect(isSetUpComplete({ apps })).toBe(isComplete);
});
