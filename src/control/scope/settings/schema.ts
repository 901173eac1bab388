import { Validator } from "@cfworker/json-schema";
import schema from "../control-plane.schema.json" with { type: "json" };
import { looksLikeCredential } from "./credential-shape.ts";
import type { Problem } from "./document.ts";

/** The part of a schema that an error is about, and the part of the value that it judges. */
interface Finding {
  readonly node: SchemaNode;
  readonly found: unknown;
  readonly pointer: readonly string[];
}

interface SchemaNode {
  readonly title?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly uniqueItems?: boolean;
}

/** Judges a value by control-plane.schema.json and says in words what each part should be. */
export function judgeBySchema(value: unknown): Problem[] {
  const { errors } = new Validator(withoutUniqueness, "2020-12", false).validate(value);
  const found = errors.flatMap(({ keyword, keywordLocation, instanceLocation }) => {
    const pointer = readPointer(instanceLocation);
    const node = at(schema, readPointer(keywordLocation).slice(0, -1)) as SchemaNode;
    return explain(keyword, { node, found: at(value, pointer), pointer });
  });
  const problems = [...found, ...findRepeats(schema, value)];
  // The validator repeats an error for each missing or unknown field, and we name all of them each time.
  const byText = new Map(
    problems.map((each) => [[...each.pointer, each.message].join("\n"), each]),
  );
  return [...byText.values()];
}

// The validator compares each entry of a list with each other one: seconds for ten thousand targets.
const withoutUniqueness = dropUniqueness(schema);

function dropUniqueness(node: object): object {
  const kept = Object.entries(node).filter(([name]) => name !== "uniqueItems");
  return Object.fromEntries(
    kept.map(([name, value]: [string, unknown]) => [
      name,
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? dropUniqueness(value)
        : value,
    ]),
  );
}

/** Lists with an entry twice, where the schema has each but once. */
function findRepeats(node: SchemaNode, found: unknown, pointer: readonly string[] = []): Problem[] {
  if (Array.isArray(found)) {
    const entries = found.map((entry) => JSON.stringify(entry));
    const isRepeated = node.uniqueItems === true && new Set(entries).size < entries.length;
    const { items = {} } = node;
    return [
      ...(isRepeated ? explain("uniqueItems", { node, found, pointer }) : []),
      ...found.flatMap((entry, index) => findRepeats(items, entry, [...pointer, String(index)])),
    ];
  }
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) =>
    findRepeats(child, at(found, [name]), [...pointer, name]),
  );
}

/** An error that only sums up others, such as "properties", says nothing here. */
function explain(keyword: string, finding: Finding): Problem[] {
  const { node, found, pointer } = finding;
  const expected = (what: string) => [
    { pointer, message: `expected ${what}; found ${quote(found)}` },
  ];
  switch (keyword) {
    case "type":
      return expected(typeWords[node.type ?? ""] ?? "something else");
    case "enum":
      return expected((node.enum ?? []).map(quote).join(" or "));
    case "const":
      return expected(quote(node.const));
    case "pattern":
    case "maxLength":
      return expected([node.title, ...(node.examples ?? []).map(sayExample)].join(", "));
    case "minimum":
    case "maximum":
      return expected(`a number from ${node.minimum ?? 0} to ${node.maximum ?? 0}`);
    case "minItems":
      return [{ pointer, message: "expected at least one entry" }];
    case "uniqueItems":
      return [{ pointer, message: "expected each entry only once" }];
    case "required":
      return explainMissing(finding);
    case "additionalProperties":
      return explainUnknown(finding);
    case "if":
      return explainAlternate(finding);
    default:
      return [];
  }
}

const typeWords: Readonly<Record<string, string>> = {
  object: "an object { … }",
  array: "a list [ … ]",
  integer: "a whole number",
  string: "a text in quotes",
};

function sayExample(example: unknown): string {
  return `such as ${quote(example)}`;
}

function explainMissing({ node, found, pointer }: Finding): Problem[] {
  const missing = (node.required ?? []).filter((name) => !Object.hasOwn(found as object, name));
  return missing.map((name) => ({ pointer, message: `the field "${name}" is missing` }));
}

function explainUnknown({ node, found, pointer }: Finding): Problem[] {
  const known = Object.keys(node.properties ?? {});
  const message = `this field is not known here; the fields are ${known.join(", ")}`;
  return Object.keys(found as object)
    .filter((name) => !known.includes(name) && !looksLikeCredential(name))
    .map((name) => ({ pointer: [...pointer, name], isAtName: true, message }));
}

function explainAlternate({ found }: Finding): Problem[] {
  const name = "alternateRepository";
  const { destination } = found as { destination?: unknown };
  if (destination === "alternate" || !Object.hasOwn(found as object, name)) return [];
  const message = 'expected only when the destination is "alternate"';
  return [{ pointer: [name], isAtName: true, message }];
}

/** What was found, short, and never a credential. */
function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  if (looksLikeCredential(text)) return "something that looks like a credential";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function readPointer(location: string): string[] {
  const tokens = location.slice(1).split("/").slice(1);
  return tokens.map((token) =>
    decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~"),
  );
}

function at(root: unknown, pointer: readonly string[]): unknown {
  return pointer.reduce(
    (node, token) => (node as Record<string, unknown> | undefined)?.[token],
    root,
  );
}
