import { expect, test } from "vitest";
import { readHandlers, readLimits } from "../../../src/run/outputs/output-limits.ts";

test("limits and handlers are read by name", () => {
  expect([...readLimits(["issue=2", "pull-request=0"])]).toEqual([
    ["issue", 2],
    ["pull-request", 0],
  ]);
  expect([...readHandlers(" issue , comment,")]).toEqual(["issue", "comment"]);
});

test.each([
  [["issue"], '"issue" is not a valid limit. Use HANDLER=NUMBER with a number up to 1000'],
  [["issue=-1"], '"issue=-1" is not a valid limit. Use HANDLER=NUMBER with a number up to 1000'],
  [["issue=1.5"], '"issue=1.5" is not a valid limit. Use HANDLER=NUMBER with a number up to 1000'],
  [
    ["issue=1001"],
    '"issue=1001" is not a valid limit. Use HANDLER=NUMBER with a number up to 1000',
  ],
  [["=1"], '"=1" is not a valid limit. Use HANDLER=NUMBER with a number up to 1000'],
  [["isue=1"], "Did you mean issue?"],
  [["issue=1", "issue=2"], "Duplicate limit for issue."],
])("the limits %j are refused", (words, message) =>
  expect(() => readLimits(words)).toThrow(message),
);

test("an unknown handler is refused", () => {
  expect(() => readHandlers("issue,coment")).toThrow("Did you mean comment?");
});
