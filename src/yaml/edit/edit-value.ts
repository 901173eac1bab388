import { typeOf, type YamlNode } from "../yaml-node.ts";

/**
 * The new value of a key. A map has the type `ReadonlyMap`, which preserves the order of keys and
 * allows any key.
 */
export type EditValue =
  string | number | boolean | readonly EditValue[] | ReadonlyMap<string, EditValue>;

export function isMap(value: EditValue): value is ReadonlyMap<string, EditValue> {
  return value instanceof Map;
}

export function isList(value: EditValue): value is readonly EditValue[] {
  return Array.isArray(value);
}

/**
 * Returns whether a node already has this value, regardless of its notation and the order of its
 * keys.
 */
export function isSame(node: YamlNode, value: EditValue): boolean {
  if (node.kind === "list") return isList(value) && isSameList(node.items, value);
  if (node.kind === "map") {
    if (!isMap(value) || node.fields.length !== value.size) return false;
    return node.fields.every(({ key, value: found }) => {
      const wanted = value.get(key.text);
      return wanted !== undefined && isSame(found, wanted);
    });
  }
  const type = typeOf(node);
  if (typeof value === "string") return type === "text" && node.text === value;
  if (typeof value === "boolean") {
    return type === "boolean" && node.text.toLowerCase() === String(value);
  }
  if (typeof value !== "number" || (type !== "integer" && type !== "float")) return false;
  // A number with many digits loses precision when it is parsed.
  return node.text === String(value) || (Number(node.text) === value && Math.abs(value) < 2 ** 53);
}

function isSameList(nodes: readonly YamlNode[], value: readonly EditValue[]) {
  if (nodes.length !== value.length) return false;
  return value.every((wanted, at) => {
    const node = nodes[at];
    return node !== undefined && isSame(node, wanted);
  });
}
