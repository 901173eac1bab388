import { typeOf, type YamlNode } from "../yaml-node.ts";
import { isSame, type EditValue } from "./edit-value.ts";
import type { YamlEdit } from "./set-value.ts";

/**
 * Returns whether two documents differ only by this change. Compares parsed documents, so that an
 * edit that misreads unusual syntax cannot change anything else unnoticed.
 */
export function isOnlyChange(
  before: YamlNode | undefined,
  after: YamlNode | undefined,
  { path, value }: YamlEdit,
  shorts?: ReadonlyMap<string, string>,
): boolean {
  const [first = ""] = path;
  return compare(before, after, { path, value, shorts: [undefined, shorts?.get(first)] });
}

interface Change {
  readonly path: readonly string[];
  readonly value: EditValue | undefined;
  /**
   * For this level and each level below it: the key that the short form sets, or undefined if the
   * level does not have a short form.
   */
  readonly shorts: readonly (string | undefined)[];
}

function compare(
  before: YamlNode | undefined,
  after: YamlNode | undefined,
  { path: [name, ...rest], value, shorts: [short, ...shorts] }: Change,
): boolean {
  if (name === undefined) {
    return value === undefined || after === undefined
      ? value === undefined && after === undefined
      : isSame(after, value);
  }
  const old = fieldsOf(before, short);
  const now = fieldsOf(after, short);
  if (!old || !now) return false;
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    if (key !== name && !isEqual(old.get(key), now.get(key))) return false;
  }
  return compare(old.get(name), now.get(name), { path: rest, value, shorts });
}

/**
 * Returns a value's fields by name. An empty value has no fields, and a value in the short form has
 * one. Undefined for all other values.
 */
function fieldsOf(
  node: YamlNode | undefined,
  short: string | undefined,
): ReadonlyMap<string, YamlNode> | undefined {
  if (node?.kind === "map") return new Map(node.fields.map(({ key, value }) => [key.text, value]));
  if (!node || (node.kind === "scalar" && typeOf(node) === "null")) return new Map();
  const isShort = node.kind === "scalar" && short !== undefined;
  return isShort ? new Map([[short, node]]) : undefined;
}

function isEqual(one: YamlNode | undefined, other: YamlNode | undefined): boolean {
  if (one?.kind === "scalar" && other?.kind === "scalar") {
    return one.text === other.text && typeOf(one) === typeOf(other);
  }
  if (one?.kind === "list" && other?.kind === "list") {
    const isLong = one.items.length === other.items.length;
    return isLong && one.items.every((item, at) => isEqual(item, other.items[at]));
  }
  if (one?.kind !== "map" || other?.kind !== "map") return false;
  if (one.fields.length !== other.fields.length) return false;
  return one.fields.every(({ key, value }, at) => {
    const field = other.fields[at];
    return field !== undefined && isEqual(key, field.key) && isEqual(value, field.value);
  });
}
