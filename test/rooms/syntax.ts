import { parseAst } from "vitest/node";

/** A source file, as input of a rule. */
export interface Source {
  /** Path from the root. */
  readonly path: string;
  readonly text: string;
}

/** A node of the syntax tree (ESTree with TypeScript's additions). Its fields depend on its type. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** A node and its parent. */
export interface Location {
  readonly node: Node;
  readonly within: Node | undefined;
}

/**
 * Returns all nodes of a source, including types. Comments and texts that look like code are not nodes.
 * The test runner's parser throws an error if the text is not valid TypeScript.
 */
export function placesOf(source: Source): Location[] {
  return visit(source, () => false);
}

/** Returns the nodes that exist when the program runs, without types. */
export function runningPlacesOf(source: Source): Location[] {
  return visit(source, ({ type }) => type.startsWith("TS") && !running.includes(type));
}

/** TypeScript's nodes that contain an expression to run. */
const running = [
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "TSInstantiationExpression",
];

function visit({ path, text }: Source, leavesOut: (node: Node) => boolean): Location[] {
  const locations: Location[] = [];
  const enter = (value: unknown, within?: Node) => {
    if (Array.isArray(value)) for (const item of value) enter(item, within);
    if (!isNode(value) || leavesOut(value)) return;
    locations.push({ node: value, within });
    for (const child of Object.values(value)) enter(child, value);
  };
  enter(parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }, path));
  return locations;
}

/** Returns the line on which a node begins. */
export function lineOf({ text }: Source, { start }: Node): string {
  const end = text.indexOf("\n", start);
  return text.slice(text.lastIndexOf("\n", start - 1) + 1, end < 0 ? undefined : end).trim();
}

export function isNode(value: unknown): value is Node {
  return value instanceof Object && "type" in value && typeof value.type === "string";
}

/** Returns whether a node is one of these names. */
export function isNamed(node: unknown, ...names: readonly string[]): boolean {
  return isNode(node) && node.type === "Identifier" && names.includes(String(node["name"]));
}

/** Returns the name of the field that an expression or pattern reads: `it.name`, `it["name"]`, `{ name: … }`. */
export function nameInUse({ node, within }: Location): string | undefined {
  if (node.type === "MemberExpression") return nameOf(node["property"], node["computed"]);
  const isTaken = node.type === "Property" && within?.type === "ObjectPattern";
  return isTaken ? nameOf(node["key"], node["computed"]) : undefined;
}

/** Returns the name of a field in an object literal. */
export function keyOf({ key, computed }: Node): string | undefined {
  return nameOf(key, computed);
}

function nameOf(key: unknown, isComputed: unknown): string | undefined {
  if (!isNode(key)) return undefined;
  if (key.type === "Literal" || key.type === "TemplateLiteral") return textOf(key);
  return isComputed === true ? undefined : String(key["name"]);
}

/** Returns the text of a literal, or of a template up to its first placeholder. */
export function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type !== "TemplateLiteral") return undefined;
  const [first] = node["quasis"] as { value: { cooked: string } }[];
  return first?.value.cooked;
}
