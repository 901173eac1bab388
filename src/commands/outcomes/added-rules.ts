import { readDraft } from "../../firewall/config/rules-draft.ts";
import { linesOf, type AddedRule, type RulesFile } from "../../firewall/config/rule-lines.ts";
import type { Hint } from "../../shared/errors.ts";
import { shellWord } from "../../shared/shell-word.ts";

/** Returns the options that add rules to a command line. */
export function optionsOf(rules: readonly AddedRule[]): readonly string[] {
  return rules.map(({ option, text }) => `--${option} ${shellWord(text)}`);
}

/** Returns the lines that add rules to a rules file. */
export function hintsForFile(rules: readonly AddedRule[], file: RulesFile): readonly Hint[] {
  return linesOf(rules, file).map(({ list, lines }) => ({
    text: list === undefined ? `Add to ${file.name}` : `Add to ${list} in ${file.name}`,
    lines,
  }));
}

/** Returns how to enable interception if rules need it; undefined if they do not. */
export function explainInterception(
  rules: readonly AddedRule[],
  file: RulesFile | undefined,
): Hint | undefined {
  if (!rules.some(({ option }) => option === "allow-urls")) return undefined;
  if (!file) return { text: "URL patterns need --ssl-bump." };
  return readDraft(file.text, file.name).draft.isIntercepting
    ? undefined
    : { text: "URL patterns need --ssl-bump, or ssl-bump: true in the file." };
}
