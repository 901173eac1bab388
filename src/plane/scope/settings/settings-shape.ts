import { list, record, type RecordWords } from "../../../yaml/record-shape.ts";
import { refuse, type Shape } from "../../../yaml/shape.ts";
import { plainOf, type YamlNode } from "../../../yaml/yaml-node.ts";
import schema from "../control-plane.schema.json" with { type: "json" };
import { looksLikeCredential } from "./credential-shape.ts";

/** The subset of JSON Schema that control-plane.schema.json uses. */
interface SchemaNode {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
}

function shapeOf(node: SchemaNode): Shape<unknown> {
  const { enum: choices } = node;
  if (choices) return exactly(node, choices);
  if (node.type === "object") return objectOf(node);
  if (node.type === "array") return listOf(node);
  if (node.type === "integer") return integer(node);
  return node.type === "string" ? text(node) : exactly(node, [node.const]);
}

function objectOf({ properties = {}, required = [], title = "" }: SchemaNode): Shape<unknown> {
  const fields = Object.entries(properties).map(([name, node]) => {
    const isRequired = required.includes(name);
    return [name, { shape: shapeOf(node), about: node.description ?? "", isRequired }] as const;
  });
  return record(Object.fromEntries(fields), { what: title, words });
}

const words: RecordWords = {
  notMap: (node) => expected("an object { … }", node),
  unknown: (name, names) =>
    looksLikeCredential(name)
      ? undefined
      : { message: `unknown field; valid fields are ${names.join(", ")}` },
  reportMissing: (name, node, site) =>
    refuse(node, site, { message: `the field "${name}" is missing` }),
};

function listOf({ items = {}, minItems, uniqueItems, title = "" }: SchemaNode): Shape<unknown> {
  const shape = list(shapeOf(items), { what: title });
  return {
    schema: shape.schema,
    read(node, site) {
      if (node.kind !== "list") return refuse(node, site, expected("a list [ … ]", node));
      if (node.items.length < (minItems ?? 0)) {
        return refuse(node, site, { message: "expected at least one entry" });
      }
      const entries = node.items.map((item) => JSON.stringify(plainOf(item)));
      if (uniqueItems && new Set(entries).size < entries.length) {
        refuse(node, site, { message: "each entry must be unique" });
      }
      return shape.read(node, site);
    },
  };
}

function exactly(node: SchemaNode, choices: readonly unknown[]): Shape<unknown> {
  return valueOf(node, (value) =>
    choices.includes(value) ? undefined : choices.map(quote).join(" or "),
  );
}

function integer(node: SchemaNode): Shape<unknown> {
  const { minimum = 0, maximum = 0 } = node;
  return valueOf(node, (value) => {
    if (!Number.isInteger(value)) return "an integer";
    const isWithin = Number(value) >= minimum && Number(value) <= maximum;
    return isWithin ? undefined : `a number from ${minimum} to ${maximum}`;
  });
}

function text(node: SchemaNode): Shape<unknown> {
  const { title = "", pattern = "", maxLength = Infinity, examples = [] } = node;
  const allowed = new RegExp(pattern, "u");
  const what = [title, ...examples.map((example) => `such as ${quote(example)}`)].join(", ");
  return valueOf(node, (value) => {
    if (typeof value !== "string") return "a quoted string";
    return allowed.test(value) && value.length <= maxLength ? undefined : what;
  });
}

/** @param explain returns the expected value; undefined if the value is valid */
function valueOf(
  node: SchemaNode,
  explain: (value: unknown) => string | undefined,
): Shape<unknown> {
  return {
    schema: { ...node },
    read(found, site) {
      const value = plainOf(found);
      const what = explain(value);
      return what === undefined ? value : refuse(found, site, expected(what, found));
    },
  };
}

function expected(what: string, node: YamlNode) {
  return { message: `expected ${what}; found ${quote(plainOf(node))}` };
}

/** Formats a value for an error message. Shortens the value and never shows a credential. */
function quote(value: unknown): string {
  const written = JSON.stringify(value) ?? "nothing";
  if (looksLikeCredential(written)) return "something that looks like a credential";
  return written.length > 60 ? `${written.slice(0, 60)}…` : written;
}

/**
 * Validates the settings against control-plane.schema.json. Errors describe the expected values.
 */
export const settingsShape = shapeOf(schema);
