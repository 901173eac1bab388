import type { Settings } from "../../firewall/config/read-settings.ts";
import type { Answer } from "../../firewall/rules/answer-question.ts";
import type { RuleProblem } from "../../firewall/rules/rule-options.ts";
import type { Look } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { hintRows, indented, marked, noRail, textRows, type Row } from "../../terminal/rows.ts";
import { count } from "../../shared/count.ts";
import { shellWord } from "../../shared/shell-word.ts";
import type { Hint } from "../../shared/errors.ts";
import { printJson } from "./print-json.ts";

type Rules = Pick<Settings, "allowDomains" | "blockDomains" | "allowUrls">;

export interface CheckedRules {
  readonly settings: Rules;
  readonly problems: readonly RuleProblem[];
}

export interface AskedAnswer extends Answer {
  readonly kind: "url" | "domain";
}

interface Manner {
  readonly json: boolean;
}

export function printRules(checked: CheckedRules, { json }: Manner): void {
  if (json) printJson(toRulesDocument(checked));
  else printRows((look) => ruleRows(checked, look));
}

export function printAnswers(answers: readonly AskedAnswer[], { json }: Manner): void {
  const [first, ...others] = answers.map(toAnswerDocument);
  if (json) printJson(others.length === 0 ? first : [first, ...others]);
  else printRows((look) => answers.flatMap((answer) => answerRows(answer, look)));
}

/** Returns the document of `firewall check --json` for one URL or domain. */
export function toAnswerDocument({ kind, asked, decision }: AskedAnswer): object {
  const { allowed, because, rule } = decision;
  return { [kind]: asked, allowed, because, rule: rule?.text ?? null };
}

/** Returns the document of `firewall check --json` without a URL or domain. */
function toRulesDocument({ settings, problems }: CheckedRules): object {
  const { allowDomains, blockDomains, allowUrls } = settings;
  const lists = {
    "allow-domains": allowDomains,
    "block-domains": blockDomains,
    "allow-urls": allowUrls,
  };
  const rules = Object.entries(lists).flatMap(([option, list]) =>
    list.map(({ id, text, note, ...more }) => ({
      option,
      at: id,
      text,
      ...more,
      ...(note !== undefined && { because: note }),
    })),
  );
  return { rules, problems: problems.map(({ id, ...problem }) => ({ at: id, ...problem })) };
}

/**
 * Formats the problems of the rules:
 *
 *  ✖ --allow-urls 2  https://* stands for every host.
 *    Did you mean: https://example.com/*
 */
export function ruleRows({ settings, problems }: CheckedRules, look: Look): Row[] {
  const { allowDomains, blockDomains, allowUrls } = settings;
  const rules = count(allowDomains.length + blockDomains.length + allowUrls.length, "rule");
  if (problems.length === 0)
    return textRows(`${rules}; no problems found.`, { look, lead: marked(look, "done") });
  return problems.flatMap(({ id, text, problem, suggestion }) => [
    ...textRows(`${id}: ${text} ${problem}.`, { look, lead: marked(look, "failed") }),
    ...(suggestion === undefined ? [] : textRows(`Did you mean: ${suggestion}`, { look })),
  ]);
}

/**
 * Formats the decision for one URL or domain:
 *
 *  ✖ https://example.com/b
 *    refused: no pattern of example.com covers /b
 *    Add the rule:
 *    --allow-urls https://example.com/b
 */
export function answerRows({ asked, decision }: AskedAnswer, look: Look): Row[] {
  const { allowed, because, rule } = decision;
  const lead = marked(look, allowed ? "done" : "failed");
  const place = rule ? ` · ${rule.id}` : "";
  return [
    ...textRows(asked, { look, lead, tone: "strong" }),
    ...textRows(`${allowed ? "allowed" : "refused"}: ${because}${place}`, { look }),
    ...(rule?.note === undefined ? [] : textRows(rule.note, { look, lead: indented(noRail, 2) })),
    ...hintsOf(decision).flatMap((hint) => hintRows(hint, { look })),
  ];
}

function hintsOf(decision: AskedAnswer["decision"]): Hint[] {
  if (decision.allowed || decision.suggestion === undefined) return [];
  const { suggestion } = decision;
  const option = suggestion.startsWith("https://") ? "--allow-urls" : "--allow-domains";
  return [{ say: "Add the rule", command: `${option} ${shellWord(suggestion)}` }];
}
