import { expect, test } from "vitest";
import { count } from "../../src/shared/count.ts";

test.each([
  [0, "repository", "0 repositories"],
  [1, "repository", "1 repository"],
  [2, "repository", "2 repositories"],
  [1, "App", "1 App"],
  [2, "App", "2 Apps"],
  [3, "day", "3 days"],
])("%i %s is %s", (number, thing, text) => {
  expect(count(number, thing)).toBe(text);
});
