import { expect, test } from "vitest";
import { isRotationComplete } from "../../../src/plane/rotate/journal-results.ts";

test.each([
  [[true, true], true],
  [[true, false], false],
])("with Apps that are proved: %j, that a rotation is complete is %s", (proved, isComplete) => {
  const apps = proved.map((isProved) => ({ role: "read" as const, isProved, text: "" }));
  const recheck = { at: "2026-11-21T09:00:00Z", runLink: "https://forge.example/run", apps };
  expect(isRotationComplete({ recheck })).toBe(isComplete);
});

test("a rotation of the token alone has no App to check", () => {
  expect(isRotationComplete({})).toBe(true);
});
