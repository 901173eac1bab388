import { parseAst } from "vitest/node";

/** A source as a rule reads it. */
export interface Source {
  /** Path from the root of the tree. */
  readonly path: string;
  readonly text: string;
}

/** Any node of the syntax tree (ESTree, with what TypeScript adds): its fields are those of its type. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** A node, and what it stands in. */
export interface Place {
  readonly node: Node;
  readonly within: Node | undefined;
}

/**
 * Every node of a source, types too: comments and texts that look like code are none.
 * The parser is the test runner's own; it refuses what is no TypeScript.
 */
export function placesOf(source: Source): Place[] {
  return visit(source, () => false);
}

/** Only what is there when the program runs: without types. */
export function runningPlacesOf(source: Source): Place[] {
  return visit(source, ({ type }) => type.startsWith("TS") && !running.includes(type));
}

/** Of what TypeScript adds, these hold an expression that runs. */
const running = [
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "TSInstantiationExpression",
];

function visit({ path, text }: Source, leavesOut: (node: Node) => boolean): Place[] {
  const places: Place[] = [];
  const enter = (value: unknown, within?: Node) => {
    if (Array.isArray(value)) for (const item of value) enter(item, within);
    if (!isNode(value) || leavesOut(value)) return;
    places.push({ node: value, within });
    for (const child of Object.values(value)) enter(child, value);
  };
  enter(parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }, path));
  return places;
}

/** The line that a node begins on. */
export function lineOf({ text }: Source, { start }: Node): string {
  const end = text.indexOf("\n", start);
  return text.slice(text.lastIndexOf("\n", start - 1) + 1, end < 0 ? undefined : end).trim();
}

export function isNode(value: unknown): value is Node {
  return value instanceof Object && "type" in value && typeof value.type === "string";
}

/** Whether a node is this name. */
export function isNamed(node: unknown, ...names: readonly string[]): boolean {
  return isNode(node) && node.type === "Identifier" && names.includes(String(node["name"]));
}

/** What an expression takes of a thing, or a pattern out of it: `it.name`, `it["name"]`, `{ name: … }`. */
export function nameInUse({ node, within }: Place): string | undefined {
  if (node.type === "MemberExpression") return nameOf(node["property"], node["computed"]);
  const isTaken = node.type === "Property" && within?.type === "ObjectPattern";
  return isTaken ? nameOf(node["key"], node["computed"]) : undefined;
}

/** The name of a field that an object is made with. */
export function keyOf({ key, computed }: Node): string | undefined {
  return nameOf(key, computed);
}

function nameOf(key: unknown, isComputed: unknown): string | undefined {
  if (!isNode(key)) return undefined;
  if (key.type === "Literal" || key.type === "TemplateLiteral") return textOf(key);
  return isComputed === true ? undefined : String(key["name"]);
}

/** The text of a literal, or of a template as far as its first hole. */
export function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type !== "TemplateLiteral") return undefined;
  const [first] = node["quasis"] as { value: { cooked: string } }[];
  return first?.value.cooked;
}
