import { editYaml } from "../../yaml/edit/edit-yaml.ts";
import type { RuleProposal } from "../rules/suggest-rule.ts";
import { parseConfig } from "./config-document.ts";

/** A rule to add: the option that names its list, and its text. */
export interface AddedRule extends Pick<RuleProposal, "text"> {
  readonly option: RuleProposal["option"] | "resolve";
}

/** A rules file to which rules can be added. */
export interface RulesFile {
  /** Name as on the command line. */
  readonly name: string;
  /** Content; empty if the file cannot be read. */
  readonly text: string;
}

/** Lines to add to a list in a rules file, or to the file if the list does not exist. */
export interface AddedLines {
  /** Name of the existing list; undefined if the lines contain it. */
  readonly list: string | undefined;
  readonly lines: readonly string[];
}

const wording = { what: "rules file", title: "The rules file" };

/** Returns the lines that add rules to a rules file, in its format. */
export function linesOf(rules: readonly AddedRule[], { name, text }: RulesFile): AddedLines[] {
  const keys = new Set(keysOf(text, name));
  return (["allow-domains", "allow-urls", "resolve"] as const).flatMap((option) => {
    const texts = rules.filter((rule) => rule.option === option).map((rule) => rule.text);
    if (texts.length === 0) return [];
    const isThere = keys.has(option);
    return [
      { list: isThere ? option : undefined, lines: format(name, { option, texts, isThere }) },
    ];
  });
}

interface Added {
  readonly option: string;
  readonly texts: readonly string[];
  readonly isThere: boolean;
}

function format(name: string, { option, texts, isThere }: Added): readonly string[] {
  if (/\.json$/i.test(name)) {
    const list = texts.map((text) => JSON.stringify(text)).join(", ");
    return [isThere ? list : `"${option}": [${list}]`];
  }
  const [key = "", ...items] = editYaml("", [{ path: [option], value: texts }], wording)
    .trimEnd()
    .split("\n");
  return isThere ? items : [key, ...items];
}

function keysOf(text: string, name: string): readonly string[] {
  const { root } = parseConfig(text, name);
  return root?.kind === "map" ? root.fields.map(({ key }) => key.text) : [];
}
