import { readJson as readNodes } from "../../yaml/read-json.ts";
import { plainScalar, type YamlNode } from "../../yaml/yaml-node.ts";
import { formatWord } from "./format-word.ts";

/** A JSON value whose objects keep all names as written, unlike JavaScript objects. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly fields: ReadonlyMap<string, JsonValue> };

export type JsonReading =
  | { readonly isJson: true; readonly value: JsonValue }
  | { readonly isJson: false; readonly reason: string };

/** The maximum nesting depth. Valid input is never nested this deeply. */
const deepest = 16;

/**
 * Parses strict JSON. Rejects duplicate names, because readers disagree about which value applies.
 */
export function readJson(text: string): JsonReading {
  const { root, faults } = readNodes(text);
  const isDeep = root ? depthOf(root) > deepest : faults.some(({ kind }) => kind === "depth");
  if (isDeep) return { isJson: false, reason: "is nested too deeply" };
  // The parser's message is not used, because it can quote the input.
  if (!root) return { isJson: false, reason: "is not valid JSON" };
  const twice = new Set<string>();
  const value = toValue(root, twice);
  const [name] = twice;
  if (name === undefined) return { isJson: true, value };
  return { isJson: false, reason: `has a duplicate name: ${formatWord(name)}` };
}

function depthOf(node: YamlNode): number {
  if (node.kind === "scalar") return 0;
  const values = node.kind === "list" ? node.items : node.fields.map(({ value }) => value);
  return values.reduce((most, value) => Math.max(most, 1 + depthOf(value)), 1);
}

function toValue(node: YamlNode, twice: Set<string>): JsonValue {
  if (node.kind === "scalar") return plainScalar(node);
  if (node.kind === "list") return node.items.map((item) => toValue(item, twice));
  const fields = new Map<string, JsonValue>();
  for (const { key, value } of node.fields) {
    if (fields.has(key.text)) twice.add(key.text);
    fields.set(key.text, toValue(value, twice));
  }
  return { fields };
}

/** Returns the fields of an object; undefined for any other value. */
export function fieldsOf(value: JsonValue): ReadonlyMap<string, JsonValue> | undefined {
  const isObject = typeof value === "object" && value !== null && "fields" in value;
  return isObject ? value.fields : undefined;
}
