import { InvalidInput } from "../../shared/errors.ts";
import { definitionKeys } from "../definition/definition-shape.ts";
import { readYaml, type YamlFault } from "../source/read-yaml.ts";
import { splitSource, type SourceFile } from "../source/source-file.ts";
import { fieldOf, type YamlNode } from "../source/yaml-node.ts";
import { CannotEdit } from "./cannot-edit.ts";
import type { EditValue } from "./edit-value.ts";
import { isOnlyChange } from "./is-only-change.ts";
import { setValue } from "./set-value.ts";

/** One key of a definition that becomes another value, or goes. */
export interface FrontMatterEdit {
  /** Names of maps' keys: `["engine", "model"]`. What of it is not there is made. */
  readonly path: readonly string[];
  /** Without one the key goes: with its lines, the comments in them, and no others. */
  readonly value: EditValue | undefined;
}

/**
 * A definition's text with its front matter changed, and everything else as it was, each byte. A comment on a line of its
 * own above a key stays whatever becomes of the key: nobody can tell whether it is about more.
 * @throws InvalidInput where the front matter cannot be read, or no such change is sure to be that change alone
 */
export function editFrontMatter(text: string, edits: readonly FrontMatterEdit[]): string {
  return edits.reduce(editOnce, text);
}

function editOnce(text: string, edit: FrontMatterEdit): string {
  const file = splitSource(text);
  if (!("yaml" in file)) throw unreadable(file, file.message);
  const before = readWhole(file, file.yaml);
  if (isOnlyChange(before, before, edit)) return text;
  const yaml = attempt(file, edit);
  const { root: after, faults } = readYaml(yaml, 0);
  if (faults.length > 0 || !isOnlyChange(before, after, edit)) {
    const because = "cannot be changed without changing something else";
    throw refusal(file, new CannotEdit(nearest(before, edit.path) - file.yamlStart, because));
  }
  const { yamlStart } = file;
  const [head, tail] = [
    file.text.slice(0, yamlStart),
    file.text.slice(yamlStart + file.yaml.length),
  ];
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  return mark + head + yaml + tail;
}

function attempt(file: SourceFile, edit: FrontMatterEdit): string {
  const [lineEnd = "\n"] = /\r?\n/.exec(file.text) ?? [];
  try {
    return setValue(file.yaml, edit, { lineEnd, order: definitionKeys });
  } catch (error) {
    if (error instanceof CannotEdit) throw refusal(file, error);
    throw error;
  }
}

/** @throws InvalidInput */
function readWhole(file: SourceFile, yaml: string): YamlNode | undefined {
  const { root, faults } = readYaml(yaml, file.yamlStart);
  const [first]: readonly (YamlFault | undefined)[] = faults;
  if (first) throw unreadable(file.placeOf(first.offset), first.message);
  return root;
}

function unreadable(
  { line, column }: { readonly line: number; readonly column: number },
  message: string,
): InvalidInput {
  return new InvalidInput(`The front matter cannot be read: ${line}:${column} ${message}.`, [
    { say: "Mend it first" },
  ]);
}

function refusal(file: SourceFile, { offset, message }: CannotEdit): InvalidInput {
  const { line, column } = file.placeOf(file.yamlStart + offset);
  const what = `What stands at ${line}:${column} ${message}, and is left as it is.`;
  return new InvalidInput(what, [{ say: "Change that place by hand" }]);
}

/** Where the part of a path ends that is there. */
function nearest(root: YamlNode | undefined, [name, ...rest]: readonly string[]): number {
  const field = root?.kind === "map" && name !== undefined ? fieldOf(root, name) : undefined;
  return field ? nearest(field.value, rest) : (root?.start ?? 0);
}
