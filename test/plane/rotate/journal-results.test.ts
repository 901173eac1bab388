import { expect, test } from "vitest";
import { isRotationComplete } from "../../../src/plane/rotate/journal-results.ts";

test.each([
  [[true, true], true],
  [[true, false], false],
])("with the proved Apps %j, a rotation is complete: %s", (proved, isComplete) => {
  const apps = proved.map((isProved) => ({ role: "read" as const, isProved, text: "" }));
  const recheck = { at: "2026-11-21T09:00:00Z", runLink: "https://forge.example/run", apps };
  expect(isRotationComplete({ recheck })).toBe(isComplete);
});

test("a rotation of only the PAT checks no App", () => {
  expect(isRotationComplete({})).toBe(true);
});
