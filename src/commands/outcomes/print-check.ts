import type { ReadRulesFile } from "../../firewall/config-file.ts";
import type { Settings } from "../../firewall/config/read-settings.ts";
import type { RulesFile } from "../../firewall/config/rule-lines.ts";
import { describeBudget } from "../../firewall/rules/budget-rule.ts";
import type { Answer } from "../../firewall/rules/answer-question.ts";
import type { ProvenClaim } from "../../firewall/rules/prove-claims.ts";
import type { RuleProblem } from "../../firewall/rules/rule-options.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { hintRows, indented, marked, noRail, textRows, type Row } from "../../terminal/rows.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { count } from "../../shared/count.ts";
import type { Hint } from "../../shared/errors.ts";
import { hintsForFile, optionsOf, warnAboutProviders } from "./added-rules.ts";
import { claimRows, toClaimDocument } from "./claim-rows.ts";
import { describeEngine, toEngineDocument, type EngineSettings } from "./describe-engine.ts";
import { describeFiles } from "./file-rows.ts";
import { toBudgetDocument } from "./budget-rows.ts";
import { printJson } from "./print-json.ts";

type Rules = Pick<Settings, "allowDomains" | "blockDomains" | "allowUrls"> &
  EngineSettings &
  Partial<Pick<Settings, "files" | "budget">>;

export interface CheckedRules {
  readonly settings: Rules;
  readonly problems: readonly RuleProblem[];
  /** Reasons why a run with valid rules would fail in this environment. */
  readonly warnings?: readonly string[];
  /** Claims of the rules files, with their proofs. */
  readonly claims?: readonly ProvenClaim[];
  /** Files whose claims the operator has not approved. */
  readonly unapproved?: readonly Pick<ReadRulesFile, "path">[];
}

export interface AskedAnswer extends Answer {
  readonly kind: "url" | "domain";
}

interface Manner {
  readonly json: boolean;
}

export function printRules(checked: CheckedRules, { json }: Manner): void {
  if (json) printJson(toRulesDocument(checked));
  else printRows((style) => ruleRows(checked, style));
}

export function printAnswers(
  answers: readonly AskedAnswer[],
  { json, file }: Manner & { readonly file?: RulesFile | undefined },
): void {
  const [first, ...others] = answers.map(toAnswerDocument);
  if (json) printJson(others.length === 0 ? first : [first, ...others]);
  else printRows((style) => answers.flatMap((answer) => answerRows(answer, style, file)));
}

/** Returns the document of `firewall check --json` for one URL or domain. */
export function toAnswerDocument({ kind, asked, decision }: AskedAnswer): object {
  const { allowed, explanation, rule } = decision;
  return { [kind]: asked, allowed, explanation, rule: rule?.text ?? null };
}

/** Returns the document of `firewall check --json` if no URL or domain is specified. */
function toRulesDocument(checked: CheckedRules): object {
  const { settings, problems, warnings = [], claims = [], unapproved = [] } = checked;
  const { allowDomains, blockDomains, allowUrls, files, budget } = settings;
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
      ...(note !== undefined && { reason: note }),
    })),
  );
  const engine = toEngineDocument(settings);
  const added = engine ? { engine } : {};
  return {
    rules,
    ...added,
    ...(files && Object.values(files).some(({ length }) => length > 0) && { files }),
    ...(budget && { budget: toBudgetDocument(budget) }),
    ...(claims.length > 0 && {
      claims: claims.map(toClaimDocument),
      unapproved: unapproved.map(({ path }) => path),
    }),
    problems: problems.map(toProblemDocument),
    warnings,
  };
}

/**
 * Formats the problems of the rules:
 *
 *  ✖ --allow-urls 2  https://* covers every host.
 *    Did you mean: https://example.com/*
 */
export function ruleRows(
  { settings, problems, warnings = [], claims = [], unapproved = [] }: CheckedRules,
  style: RenderOptions,
): Row[] {
  const { allowDomains, blockDomains, allowUrls } = settings;
  const rules = count(allowDomains.length + blockDomains.length + allowUrls.length, "rule");
  if (problems.length > 0) return problemRows(problems, style);
  const described = [
    ...describeEngine(settings),
    ...describeFiles(settings),
    ...(settings.budget ? describeBudget(settings.budget) : []),
  ];
  return [
    ...textRows(`${rules}; no problems found.`, { style, prefix: marked(style, "done") }),
    ...warnings.flatMap((text) => textRows(text, { style, prefix: marked(style, "attention") })),
    ...described.flatMap((line) => textRows(line, { style })),
    ...claims.flatMap((claim) => claimRows(claim, style)),
    ...unapproved.flatMap(({ path }) => unapprovedRows(path, style)),
  ];
}

/** Formats the problems of rules or claims, each with a correction if one is known. */
export function problemRows(problems: readonly RuleProblem[], style: RenderOptions): Row[] {
  return problems.flatMap(({ id, text, problem, suggestion }) => [
    ...textRows(`${id}: ${text} ${problem}.`, { style, prefix: marked(style, "failed") }),
    ...(suggestion === undefined ? [] : textRows(`Did you mean: ${suggestion}`, { style })),
  ]);
}

/** Returns a problem in JSON output. */
export function toProblemDocument({ id, ...problem }: RuleProblem): object {
  return { at: id, ...problem };
}

function unapprovedRows(path: string, style: RenderOptions): Row[] {
  const text = `You have not approved the claims in this version of ${path}.`;
  const hint = {
    text: "Review the file, because a project or a pull request can change it. Then approve it",
    command: ownCommandLine("firewall", "approve", path),
  };
  return [
    ...textRows(text, { style, prefix: marked(style, "failed") }),
    ...hintRows(hint, { style }),
  ];
}

/**
 * Formats the decision for one URL or domain:
 *
 *  ✖ https://example.com/b
 *    refused: no pattern of example.com covers /b
 *    Add the rule:
 *    --allow-urls https://example.com/b
 */
export function answerRows(
  { asked, decision }: AskedAnswer,
  style: RenderOptions,
  file?: RulesFile,
): Row[] {
  const { allowed, explanation, rule } = decision;
  const prefix = marked(style, allowed ? "done" : "failed");
  const location = rule ? ` · ${rule.id}` : "";
  return [
    ...textRows(asked, { style, prefix, tone: "strong" }),
    ...textRows(`${allowed ? "allowed" : "refused"}: ${explanation}${location}`, { style }),
    ...(rule?.note === undefined
      ? []
      : textRows(rule.note, { style, prefix: indented(noRail, 2) })),
    ...hintsOf(decision, file).flatMap((hint) => hintRows(hint, { style })),
  ];
}

function hintsOf(decision: AskedAnswer["decision"], file: RulesFile | undefined): readonly Hint[] {
  if (decision.allowed || decision.suggestion === undefined) return [];
  const { suggestion: text } = decision;
  const option = text.startsWith("https://") ? "allow-urls" : "allow-domains";
  const rules = [{ option, text }] as const;
  const added = file
    ? hintsForFile(rules, file)
    : [{ text: "Add the rule", lines: optionsOf(rules) }];
  return [...added, ...warnAboutProviders(rules).map((warning) => ({ text: warning }))];
}
