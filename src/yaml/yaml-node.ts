/** A value of YAML or JSON with its way back to the text: offsets are UTF-16 units of the whole file. */
export type YamlNode = YamlScalar | YamlList | YamlMap;

interface Extent {
  readonly start: number;
  /** Behind its last character: a quote, a bracket, the lines of a block. */
  readonly end: number;
  readonly hasAnchor?: true;
  /** An alias brings the value here: the value and all in it have the alias's offsets. */
  readonly isAlias?: true;
}

export interface YamlScalar extends Extent {
  readonly kind: "scalar";
  /** Unquoted, unescaped and unfolded; empty for a missing value, whose `end` is its `start`. */
  readonly text: string;
  /** Only a plain one can be anything but a text. */
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
  /** In the order of the file; two of one name are a fault. */
  readonly fields: readonly YamlField[];
}

export interface YamlField {
  readonly key: YamlScalar;
  readonly value: YamlNode;
}

/** What a scalar is by the core schema of YAML 1.2. */
export type ScalarType = "text" | "integer" | "float" | "boolean" | "null";

const nullShape = /^(?:|~|null|Null|NULL)$/;
const booleanShape = /^(?:true|True|TRUE|false|False|FALSE)$/;
const integerShape = /^(?:[-+]?\d+|0o[0-7]+|0x[\dA-Fa-f]+)$/;
const floatShape =
  /^(?:[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** Whatever begins otherwise is a text. */
const otherStart = /^[-+.\d~nNtTfF]/;

export function typeOf({ text, isPlain }: Pick<YamlScalar, "text" | "isPlain">): ScalarType {
  if (!isPlain) return "text";
  if (nullShape.test(text)) return "null";
  if (!otherStart.test(text)) return "text";
  if (booleanShape.test(text)) return "boolean";
  if (integerShape.test(text)) return "integer";
  return floatShape.test(text) ? "float" : "text";
}

/** How a sentence calls a value: `a list`, `the number 5`. */
export function nameKind(node: YamlNode): string {
  if (node.kind !== "scalar") return `a ${node.kind}`;
  const type = typeOf(node);
  if (type === "null") return "nothing";
  if (type === "boolean") return "true or false";
  return type === "text" ? "a text" : "a number";
}

/** The field of a name; maps are small. */
export function fieldOf(map: YamlMap, name: string): YamlField | undefined {
  return map.fields.find(({ key }) => key.text === name);
}

/** Returns the value as plain data; of two fields of one name, the first counts. */
export function plainOf(node: YamlNode): unknown {
  if (node.kind === "scalar") return plainScalar(node);
  if (node.kind === "list") return node.items.map(plainOf);
  const fields = new Map<string, unknown>();
  for (const { key, value } of node.fields) {
    if (!fields.has(key.text)) fields.set(key.text, plainOf(value));
  }
  return Object.fromEntries(fields);
}

/** Returns the value that a scalar has by the core schema. */
export function plainScalar(scalar: YamlScalar): string | number | boolean | null {
  const { text } = scalar;
  const type = typeOf(scalar);
  if (type === "text") return text;
  if (type === "null") return null;
  if (type === "boolean") return text.toLowerCase() === "true";
  if (/inf$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  // `.nan` is what `Number` does not know.
  return Number(text);
}
