import { cannotRead, editYaml } from "../../yaml/edit/edit-yaml.ts";
import type { YamlEdit } from "../../yaml/edit/set-value.ts";
import { definitionKeys } from "../definition/definition-shape.ts";
import { definitionYaml, splitSource } from "../source/source-file.ts";

const title = "The front matter";
/** Short forms: a plain value of `engine` means `engine.id`. */
const shorts: ReadonlyMap<string, string> = new Map([["engine", "id"]]);

/**
 * Returns a definition's text with a changed front matter. All other bytes stay the same.
 * @throws InvalidInput if the front matter cannot be read, or the edit could change anything else
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
