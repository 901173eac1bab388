import { test, expect } from "vitest";
import {
  answerRows,
  ruleRows,
  toAnswerDocument,
} from "../../../src/commands/outcomes/print-check.ts";
import type { AskedAnswer } from "../../../src/commands/outcomes/print-check.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const rule = { id: "rules.yml:14:5", text: "https://api.example.com/repos/*", note: "reads" };
const allowed: AskedAnswer = {
  kind: "url",
  asked: "https://api.example.com/repos/web",
  decision: { allowed: true, explanation: `${rule.text} covers it`, rule },
};
const refused: AskedAnswer = {
  kind: "domain",
  asked: "other.example.com:8443",
  decision: {
    allowed: false,
    reason: "no-rule",
    explanation: "no rule names other.example.com",
    suggestion: "other.example.com:8443",
  },
};
const checked = {
  settings: { allowDomains: [], blockDomains: [], allowUrls: [rule] },
  problems: [
    { id: "--allow-domains 1", text: "*\u001b[2J", problem: "covers every host" },
    { id: "rules.yml:2:1", text: "ssl-bum", problem: "is no option", suggestion: "ssl-bump" },
  ],
};

describeWidths("answers", (style) => [allowed, refused].flatMap((one) => answerRows(one, style)));
describeWidths("problems", (style) => ruleRows(checked, style));

test("a denied URL is followed by the option that would allow it", () => {
  expect(printed((style) => answerRows(refused, style))).toMatchInlineSnapshot(`
    " ✖ other.example.com:8443
       refused: no rule names other.example.com
       Add the rule:
       --allow-domains other.example.com:8443"
  `);
});

test("text from the configuration cannot control the terminal", () => {
  expect(printed((style) => ruleRows(checked, style))).not.toContain("\u001b");
});

test("JSON output has four stable fields", () => {
  expect(toAnswerDocument(refused)).toEqual({
    domain: "other.example.com:8443",
    allowed: false,
    explanation: "no rule names other.example.com",
    rule: null,
  });
  expect(toAnswerDocument(allowed)).toMatchObject({ rule: rule.text });
});
