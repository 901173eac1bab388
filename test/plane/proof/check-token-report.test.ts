import { expect, test } from "vitest";
import { requireToken, TokenNotProved } from "../../../src/plane/proof/check-token-report.ts";
import { tokenReport } from "../verify/rows/facts.ts";

const runLink = "https://forge.example/acme/control/actions/runs/1";
const evaluate = (change: Parameters<typeof tokenReport>[0]) => () =>
  requireToken({ runLink, report: tokenReport(change) }, { count: 3 });

test("a token that read everything required, including all enrolled repositories, is accepted", () => {
  expect(evaluate({ asked: 3, read: 3 })).not.toThrow();
});

test.each([
  ["all of a list that is shorter than the scope's", { asked: 2, read: 2 }, "it read 2 of 3"],
  ["all of a list that is longer than the scope's", { asked: 4, read: 4 }, "it read 4 of 3"],
  ["as many as the scope enrols, of a longer list", { asked: 4, read: 3 }, "it read 3 of 3"],
])("a token that read %s is not proved", (_what, change, reason) => {
  expect(evaluate(change)).toThrow(TokenNotProved);
  expect(evaluate(change)).toThrow(reason);
});
