import { cannotRead, editYaml } from "../../yaml/edit/edit-yaml.ts";
import type { YamlEdit } from "../../yaml/edit/set-value.ts";
import { definitionKeys } from "../definition/definition-shape.ts";
import { definitionYaml, splitSource } from "../source/source-file.ts";

const title = "The front matter";
/** The engine's short form is its `id`. */
const shorts: ReadonlyMap<string, string> = new Map([["engine", "id"]]);

/**
 * A definition's text with its front matter changed, and everything else as it was, each byte.
 * @throws InvalidInput where the front matter cannot be read, or no such change is sure to be that change alone
 */
export function editFrontMatter(text: string, edits: readonly YamlEdit[]): string {
  const file = splitSource(text);
  if (!("yaml" in file)) throw cannotRead(title, file, file.message);
  const { text: source, yaml, yamlStart } = file;
  const head = source.slice(0, yamlStart);
  const rules = { ...definitionYaml, order: definitionKeys, shorts };
  const edited = editYaml(yaml, edits, { ...rules, title, head });
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  return mark + head + edited + source.slice(yamlStart + yaml.length);
}
