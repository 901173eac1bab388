import { expect, test } from "vitest";
import { requireToken, TokenNotProved } from "../../../src/plane/proof/check-token-report.ts";
import { tokenReport } from "../verify/rows/facts.ts";

const runLink = "https://forge.example/acme/control/actions/runs/1";
const evaluate = (change: Parameters<typeof tokenReport>[0]) => () =>
  requireToken({ runLink, report: tokenReport(change) }, { count: 3 });

test("a token that can read all enrolled repositories and everything else required is accepted", () => {
  expect(evaluate({ asked: 3, read: 3 })).not.toThrow();
});

test.each([
  ["all repositories of a list shorter than the scope", { asked: 2, read: 2 }, "it read 2 of 3"],
  ["all repositories of a list longer than the scope", { asked: 4, read: 4 }, "it read 4 of 3"],
  [
    "as many repositories as the scope has, from a longer list",
    { asked: 4, read: 3 },
    "it read 3 of 3",
  ],
])("a token that can read %s is not proved", (_what, change, reason) => {
  expect(evaluate(change)).toThrow(TokenNotProved);
  expect(evaluate(change)).toThrow(reason);
});
