import { expect, test } from "vitest";
import { validateAnswer } from "../../../src/compiler/choice/validate-answer.ts";

test.each([
  [
    ["network", "urls"],
    ["bad"],
    '"bad" does not begin with https://. Did you mean "https://bad/**"?',
  ],
  [["network", "allowed"], ["*"], '"*" covers every host.'],
  [["engine", "timeout-minutes"], 0, "0 removes the limit: the job can run as long as"],
] as const)("the answer to %j is checked in complete sentences: %j", (path, answer, complaint) => {
  const found = validateAnswer("github", path, answer);
  expect(found).toContain(complaint);
  expect(found ?? "").not.toMatch(/[?!]\./);
});
