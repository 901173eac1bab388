import { fieldOf, typeOf } from "../../yaml/yaml-node.ts";
import type { YamlField, YamlMap, YamlNode } from "../../yaml/yaml-node.ts";

/** Returns the field at a path through nested maps; undefined if it does not exist. */
export function fieldAt(
  tree: YamlNode | undefined,
  path: readonly string[],
): YamlField | undefined {
  let value: YamlNode | undefined = tree;
  let found: YamlField | undefined;
  for (const name of path) {
    found = value?.kind === "map" ? fieldOf(value, name) : undefined;
    value = found?.value;
  }
  return found;
}

/** Returns the field with this name in a map. Ignores case, as expressions do. */
export function fieldLike(tree: YamlNode | undefined, name: string): YamlField | undefined {
  const isNamed = ({ key }: YamlField) => key.text.toLowerCase() === name.toLowerCase();
  return tree?.kind === "map" ? tree.fields.find(isNamed) : undefined;
}

/** Returns the text of a string scalar; undefined for any other value. */
export function textOf(value: YamlNode | undefined): string | undefined {
  return value?.kind === "scalar" && typeOf(value) === "text" ? value.text : undefined;
}

/** Lists all maps in a tree, each with the maps that enclose it, outermost first. */
export function listMaps(
  tree: YamlNode,
  above: readonly YamlMap[] = [],
): { readonly map: YamlMap; readonly above: readonly YamlMap[] }[] {
  if (tree.kind === "scalar") return [];
  if (tree.kind === "list") return tree.items.flatMap((item) => listMaps(item, above));
  const inside = [...above, tree];
  return [{ map: tree, above }, ...tree.fields.flatMap(({ value }) => listMaps(value, inside))];
}

/**
 * Lists all strings in a value, each with the name of the field that contains the string or its
 * list.
 */
export function listTexts(
  value: YamlNode,
  name = "",
): { readonly name: string; readonly text: string; readonly start: number }[] {
  if (value.kind === "list") return value.items.flatMap((item) => listTexts(item, name));
  if (value.kind === "map") {
    return value.fields.flatMap((field) => listTexts(field.value, field.key.text));
  }
  const text = textOf(value);
  return text === undefined ? [] : [{ name, text, start: value.start }];
}
