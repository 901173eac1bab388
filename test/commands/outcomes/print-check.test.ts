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

test("a URL that a rules file denies is followed by the lines to add to the file", () => {
  const file = { name: "rules.yml", text: "" };
  expect(printed((style) => answerRows(refused, style, file))).toMatchInlineSnapshot(`
    " ✖ other.example.com:8443
       refused: no rule names other.example.com
       Add to rules.yml:
       allow-domains:
         - other.example.com:8443"
  `);
});

const ofEngine = (enableApiProxy: boolean) => ({
  settings: {
    allowDomains: [],
    blockDomains: [],
    allowUrls: [],
    engine: "copilot" as const,
    enableApiProxy,
  },
  problems: [],
});

describeWidths("an engine", (style) => ruleRows(ofEngine(false), style));

test("the rules of an engine are followed by its hosts, variables and directories", () => {
  const text = printed((style) => ruleRows(ofEngine(false), style)).replaceAll(/\s+/g, " ");
  expect(text).toContain(
    "without COPILOT_PROVIDER_API_KEY or COPILOT_PROVIDER_BEARER_TOKEN, these hosts are allowed: api.github.com:443,",
  );
  expect(text).toContain("Variables: COPILOT_AUTO_UPDATE=false");
  expect(text).toContain('--mount "$HOME/.cache/copilot:$HOME/.cache/copilot:ro"');
  const withKey = printed((style) => ruleRows(ofEngine(true), style)).replaceAll(/\s+/g, " ");
  expect(withKey).toContain(
    "the sidecar sends the key, so --engine does not allow the provider's hosts",
  );
  expect(withKey).not.toContain("api.github.com");
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

test("a provider's host that is denied is followed by a warning about allowing it", () => {
  const text = "https://api.anthropic.com/v1/messages";
  const decision = { ...refused.decision, suggestion: text };
  const answer = { ...refused, kind: "url" as const, asked: text, decision };
  expect(printed((style) => answerRows(answer, style))).toContain("Do not allow api.anthropic.com");
  expect(printed((style) => answerRows(refused, style))).not.toContain("Do not allow");
});

test("a run that would fail in this environment is reported below valid rules", () => {
  const warnings = ["A run would fail here: COPILOT_PROVIDER_BASE_URL is not set."];
  const text = printed((style) => ruleRows({ ...ofEngine(true), warnings }, style));
  expect(text).toContain(" ! A run would fail here");
});
