import { itemSite, withGuess } from "./scalar-shapes.ts";
import { mayBeSecret, quote } from "./quote.ts";
import { refuse, type Complaint, type JsonSchema, type Shape, type Site } from "./shape.ts";
import { fieldOf, nameKind, typeOf, type YamlMap, type YamlNode } from "./yaml-node.ts";

/** A key of a map. The name of the key is the property's name unless `name` is set. */
interface Field<T> {
  readonly name?: string;
  readonly shape: Shape<T>;
  /** A sentence for an editor's tooltip. */
  readonly about: string;
  readonly isRequired?: boolean;
}

type Fields = Readonly<Record<string, Field<unknown>>>;

/** The fields of a map that are present and valid. */
export type ReadFields<F extends Fields> = {
  readonly [K in keyof F]?: F[K] extends Field<infer T> ? T : never;
};

export interface RecordRules {
  /** Name of the map in messages: `the engine`. */
  readonly what: string;
  /** Hints for unknown keys that belong elsewhere. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Messages to use instead of the default messages, which are for agent definitions. */
  readonly words?: RecordWords;
}

/** Messages for problems with a map. */
export interface RecordWords {
  readonly notMap: (node: YamlNode) => Complaint;
  /** Returns undefined for a key that is reported elsewhere. */
  readonly unknown: (name: string, names: readonly string[]) => Complaint | undefined;
  readonly reportMissing: (name: string, node: YamlMap, site: Site) => void;
}

/**
 * Creates the shape of a map with known keys. It reports all faults and returns the valid fields.
 */
export function record<F extends Fields>(fields: F, rules: RecordRules): Shape<ReadFields<F>> {
  const properties = new Map(Object.entries(fields).map(([key, { name = key }]) => [name, key]));
  const names = [...properties.keys()];
  const required = names.filter((name) => fields[properties.get(name) ?? ""]?.isRequired);
  const words = rules.words ?? wordsFor(rules);
  return {
    schema: recordSchema(fields, required),
    read(node, site) {
      if (node.kind !== "map") return refuse(node, site, words.notMap(node));
      for (const { key } of node.fields.filter((field) => !properties.has(field.key.text))) {
        const complaint = words.unknown(key.text, names);
        if (complaint) site.findings.error(key, pathTo(site, key.text), complaint);
      }
      for (const name of required) {
        if (!fieldOf(node, name)) words.reportMissing(name, node, site);
      }
      const read: ReadFields<F> = {};
      for (const { key, value } of node.fields) {
        const property = properties.get(key.text) ?? "";
        const found = fields[property]?.shape.read(value, inside(site, key));
        if (found !== undefined) Object.assign(read, { [property]: found });
      }
      return read;
    },
  };
}

function wordsFor({ what, elsewhere = {} }: RecordRules): RecordWords {
  return {
    notMap(node) {
      const isNothing = node.kind === "scalar" && typeOf(node) === "null";
      if (isNothing) return { message: "has no value", hint: "Set a value, or omit the key" };
      return { message: `is ${nameKind(node)}; ${what} must be a map of keys and values` };
    },
    unknown: (name, names) => ({
      message: `${quote(name)} is not a key of ${what}`,
      hint:
        (Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined) ??
        withGuess(name, names, `Valid keys: ${names.join(", ")}`),
    }),
    reportMissing(name, _, site) {
      site.findings.error(site.key, pathTo(site, name), { message: `${what} has no "${name}"` });
    },
  };
}

function inside(site: Site, key: { readonly text: string; readonly start: number }): Site {
  return { ...site, path: pathTo(site, key.text), key };
}

/**
 * Returns a path such as `engine.env.A`, or `engine.env["a.b"]` if the name contains special
 * characters.
 */
export function pathTo({ path }: Site, name: string): string {
  const isPlain = /^[\w-]{1,80}$/.test(name) && (name.length < 20 || !mayBeSecret(name));
  if (!isPlain) return `${path}[${quote(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}

function recordSchema(fields: Fields, required: readonly string[]) {
  const properties = Object.entries(fields).map(([key, { name = key, shape, about }]) => {
    const schema: JsonSchema = { description: about, ...shape.schema };
    return [name, schema] as const;
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  };
}

export interface ListRules {
  /** Noun for the list's items in messages: `arguments`. */
  readonly what: string;
  readonly isFilled?: boolean;
}

/** Creates the shape of a list whose items all have the same shape. */
export function list<T>(
  item: Shape<T>,
  { what, isFilled = false }: ListRules,
): Shape<readonly T[]> {
  return {
    schema: { type: "array", items: item.schema, ...(isFilled && { minItems: 1 }) },
    read(node, site) {
      if (node.kind !== "list") return refuse(node, site, explainNoList(node, what));
      if (isFilled && node.items.length === 0) {
        return refuse(node, site, { message: "is an empty list", hint: "Omit the key" });
      }
      return node.items
        .map((each, index) => item.read(each, itemSite(site, index, each)))
        .filter((value) => value !== undefined);
    },
  };
}

function explainNoList(node: YamlNode, what: string) {
  if (node.kind !== "scalar") return { message: `is a map; ${what} must be a list` };
  if (typeOf(node) === "null") {
    return { message: "has no value", hint: "Write a list, or omit the key" };
  }
  return { message: `is ${nameKind(node)}; ${what} must be a list`, hint: `Write [${what}]` };
}
