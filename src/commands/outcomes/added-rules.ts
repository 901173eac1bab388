import { engineRecipes } from "../../firewall/config/engine-recipes.ts";
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

const providerHosts = Object.values(engineRecipes).flatMap(({ keys }) =>
  keys.map(({ baseUrl }) => new URL(baseUrl).hostname),
);

/** Returns a warning if a rule allows the host of a model provider. */
export function warnAboutProviders(rules: readonly AddedRule[]): readonly string[] {
  const hosts = [...new Set(providerHosts)].filter((host) =>
    rules.some(({ text }) => text.replace(/^https:\/\//, "").split(/[:/]/, 1)[0] === host),
  );
  if (hosts.length === 0) return [];
  return [
    `Do not allow ${hosts.join(" or ")} if the sidecar has your key: the sidecar already reaches the provider, and the command could send data there with another key.`,
  ];
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
