/** A value of YAML with its way back to the text: offsets are UTF-16 units of the whole file. What an alias brings has the alias's. */
export type YamlNode = YamlScalar | YamlList | YamlMap;

export interface YamlScalar {
  readonly kind: "scalar";
  readonly start: number;
  /** As a reader of YAML hears it: unquoted, unescaped, unfolded. */
  readonly text: string;
  /** Only a plain one can be anything but a text. */
  readonly isPlain: boolean;
}

export interface YamlList {
  readonly kind: "list";
  readonly start: number;
  readonly items: readonly YamlNode[];
}

export interface YamlMap {
  readonly kind: "map";
  readonly start: number;
  /** In the order of the file; no key is there twice. */
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

export function typeOf({ text, isPlain }: YamlScalar): ScalarType {
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
