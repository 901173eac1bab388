import type { Explanation } from "../../src/prompts/prompter.ts";
import { rulesOf } from "../../src/firewall/config/rules-draft.ts";
import { answerUrl } from "../../src/firewall/rules/answer-question.ts";
import type { Compile } from "../../src/firewall/rules/load-compiler.ts";
import type { Decision } from "../../src/firewall/rules/policy.ts";
import type { RuleOptions, RuleProblem } from "../../src/firewall/rules/rule-options.ts";

/**
 * Returns the problem with a domain, as the end of a sentence; undefined if the domain is valid.
 */
export function validateDomain(compile: Compile, text: string): string | undefined {
  return describeProblem(compile({ allowDomains: [{ id: "domain", text }] }).problems);
}

/** Returns the problem with a URL pattern; undefined if the pattern is valid. */
export function validatePattern(compile: Compile, text: string): string | undefined {
  return describeProblem(compile({ allowUrls: [{ id: "pattern", text }], sslBump: true }).problems);
}

function describeProblem(problems: readonly RuleProblem[] = []): string | undefined {
  const [first] = problems;
  if (!first) return undefined;
  const { problem, suggestion } = first;
  return suggestion === undefined ? problem : `${problem}; try ${suggestion}`;
}

interface Tried {
  readonly compile: Compile;
  readonly domains: readonly string[];
  readonly kept: RuleOptions;
}

/** Explains whether a URL is allowed, and offers a pattern that would allow it. */
export function explainUrl(
  { compile, domains, kept }: Tried,
  url: string,
  patterns: readonly string[],
): Explanation {
  const { policy } = compile(rulesOf({ domains, patterns, isIntercepting: true }, kept));
  if (!policy) return { isGood: false, word: "unknown", reason: "a pattern above is invalid" };
  const { decision } = answerUrl(policy, url);
  if (decision.allowed) {
    return { isGood: true, word: "passes", reason: `${decision.rule.id}: ${decision.explanation}` };
  }
  const offer = offerFor(compile, url, decision);
  return {
    isGood: false,
    word: "blocked",
    reason: decision.explanation,
    ...(offer !== undefined && { offer }),
  };
}

/**
 * Returns the suggested pattern, or else the URL without its query. If a block rule applies,
 * returns undefined, because the block rule takes precedence.
 */
function offerFor(
  compile: Compile,
  url: string,
  { reason, suggestion }: Extract<Decision, { allowed: false }>,
): string | undefined {
  if (reason !== "no-rule" && reason !== "no-pattern") return undefined;
  const [address = ""] = url.split(/[?#]/, 1);
  const offers = [suggestion, address].filter((one) => one?.startsWith("https://"));
  return offers.find((one) => one !== undefined && validatePattern(compile, one) === undefined);
}
