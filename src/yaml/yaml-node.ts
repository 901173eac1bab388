/**
 * A YAML or JSON value with its position. Offsets are UTF-16 code units from the start of the file.
 */
export type YamlNode = YamlScalar | YamlList | YamlMap;

interface Extent {
  readonly start: number;
  /**
   * Offset after the value's last character, such as a quote or bracket, or after the lines of a
   * block.
   */
  readonly end: number;
  readonly hasAnchor?: true;
  /**
   * Set if an alias inserted this value. The offsets of the value and its content are those of the
   * alias.
   */
  readonly isAlias?: true;
}

export interface YamlScalar extends Extent {
  readonly kind: "scalar";
  /**
   * The text without quotes, escapes and folding. A missing value is empty, and its `end` equals
   * its `start`.
   */
  readonly text: string;
  /** Whether the scalar is unquoted. Only an unquoted scalar can have a type other than string. */
  readonly isPlain: boolean;
}

export interface YamlList extends Extent {
  readonly kind: "list";
  readonly isFlow: boolean;
  readonly items: readonly YamlNode[];
}

export interface YamlMap extends Extent {
  readonly kind: "map";
  readonly isFlow: boolean;
  /** Fields in file order. A duplicate name is a fault. */
  readonly fields: readonly YamlField[];
}

export interface YamlField {
  readonly key: YamlScalar;
  readonly value: YamlNode;
}

/** The type of a scalar in the core schema of YAML 1.2. */
export type ScalarType = "text" | "integer" | "float" | "boolean" | "null";

const nullShape = /^(?:|~|null|Null|NULL)$/;
const booleanShape = /^(?:true|True|TRUE|false|False|FALSE)$/;
const integerShape = /^(?:[-+]?\d+|0o[0-7]+|0x[\dA-Fa-f]+)$/;
const floatShape =
  /^(?:[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** Possible first characters of a scalar that is not a string. */
const otherStart = /^[-+.\d~nNtTfF]/;

export function typeOf({ text, isPlain }: Pick<YamlScalar, "text" | "isPlain">): ScalarType {
  if (!isPlain) return "text";
  if (nullShape.test(text)) return "null";
  if (!otherStart.test(text)) return "text";
  if (booleanShape.test(text)) return "boolean";
  if (integerShape.test(text)) return "integer";
  return floatShape.test(text) ? "float" : "text";
}

/** Returns a description of a value for messages: `a list`, `the number 5`. */
export function nameKind(node: YamlNode): string {
  if (node.kind !== "scalar") return `a ${node.kind}`;
  const type = typeOf(node);
  if (type === "null") return "nothing";
  if (type === "boolean") return "true or false";
  return type === "text" ? "a string" : "a number";
}

/** Returns the field with the given name. A linear search suffices, because maps are small. */
export function fieldOf(map: YamlMap, name: string): YamlField | undefined {
  return map.fields.find(({ key }) => key.text === name);
}

/** Returns the value as plain data. If a field occurs twice, the first one is used. */
export function plainOf(node: YamlNode): unknown {
  if (node.kind === "scalar") return plainScalar(node);
  if (node.kind === "list") return node.items.map(plainOf);
  const fields = new Map<string, unknown>();
  for (const { key, value } of node.fields) {
    if (!fields.has(key.text)) fields.set(key.text, plainOf(value));
  }
  return Object.fromEntries(fields);
}

/** Returns the value of a scalar according to the core schema. */
export function plainScalar(scalar: YamlScalar): string | number | boolean | null {
  const { text } = scalar;
  const type = typeOf(scalar);
  if (type === "text") return text;
  if (type === "null") return null;
  if (type === "boolean") return text.toLowerCase() === "true";
  if (/inf$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  // The only other possible text is `.nan`, which becomes NaN.
  return Number(text);
}
