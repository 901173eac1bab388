import { parse } from "@humanwhocodes/momoa";
import type { ValueNode } from "@humanwhocodes/momoa";
import { sayWord } from "./say-word.ts";

/** A JSON value whose objects keep what JavaScript's own would not: each name as it is written. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly fields: ReadonlyMap<string, JsonValue> };

export type JsonReading =
  | { readonly isJson: true; readonly value: JsonValue }
  | { readonly isJson: false; readonly because: string };

/** Whatever has a meaning here is flatter. */
const deepest = 16;

/** Reads strict JSON in which no name is there twice: of two values, one reader takes the first and another the last. */
export function readJson(text: string): JsonReading {
  const twice = new Set<string>();
  let value: JsonValue;
  try {
    JSON.parse(text);
    if (nestingOf(text) > deepest) return { isJson: false, because: "is nested too deeply" };
    value = toValue(parse(text, { mode: "json" }).body, twice);
  } catch {
    // A parser's own message quotes the text.
    return { isJson: false, because: "is not JSON" };
  }
  const [name] = twice;
  if (name === undefined) return { isJson: true, value };
  return { isJson: false, because: `has the name ${sayWord(name)} twice` };
}

function nestingOf(text: string): number {
  let [depth, most] = [0, 0];
  for (const [sign] of text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/g, "").matchAll(/[[\]{}]/g)) {
    depth += sign === "[" || sign === "{" ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}

function toValue(node: ValueNode, twice: Set<string>): JsonValue {
  if (node.type === "Array") return node.elements.map(({ value }) => toValue(value, twice));
  if (node.type === "Object") {
    const fields = new Map<string, JsonValue>();
    for (const { name, value } of node.members) {
      const key = name.type === "String" ? name.value : name.name;
      if (fields.has(key)) twice.add(key);
      fields.set(key, toValue(value, twice));
    }
    return { fields };
  }
  if (node.type === "String" || node.type === "Number" || node.type === "Boolean") {
    return node.value;
  }
  return null;
}

/** The fields of an object; undefined for everything else. */
export function fieldsOf(value: JsonValue): ReadonlyMap<string, JsonValue> | undefined {
  const isObject = typeof value === "object" && value !== null && "fields" in value;
  return isObject ? value.fields : undefined;
}
