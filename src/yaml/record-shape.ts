import { itemSite, withGuess } from "./scalar-shapes.ts";
import { mayBeSecret, quote } from "./quote.ts";
import { refuse, type Complaint, type JsonSchema, type Shape, type Site } from "./shape.ts";
import { fieldOf, nameKind, typeOf, type YamlMap, type YamlNode } from "./yaml-node.ts";

/** One key of a map, which is spelled as the property is, or as it says. */
interface Field<T> {
  readonly name?: string;
  readonly shape: Shape<T>;
  /** A sentence for an editor's tooltip. */
  readonly about: string;
  readonly isRequired?: boolean;
}

type Fields = Readonly<Record<string, Field<unknown>>>;

/** What was read of a map's fields: those that were given and are right. */
export type ReadFields<F extends Fields> = {
  readonly [K in keyof F]?: F[K] extends Field<infer T> ? T : never;
};

export interface RecordRules {
  /** What the map is, in a sentence: `the engine`. */
  readonly what: string;
  /** What an unknown key may have been meant for that stands elsewhere. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Other sentences than those of a definition. */
  readonly words?: RecordWords;
}

/** How a map's faults are told. */
export interface RecordWords {
  readonly notMap: (node: YamlNode) => Complaint;
  /** Returns nothing for a key that is told otherwise. */
  readonly unknown: (name: string, names: readonly string[]) => Complaint | undefined;
  readonly reportMissing: (name: string, node: YamlMap, site: Site) => void;
}

/** A map of known keys. Whatever is wrong in any of them is told, and what is right is given. */
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
      if (isNothing) return { message: "has no value", hint: "Write one, or leave the key away" };
      return { message: `is ${nameKind(node)}; ${what} is a map of keys and values` };
    },
    unknown: (name, names) => ({
      message: `${quote(name)} is no key of ${what}`,
      hint:
        (Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined) ??
        withGuess(name, names, `There are ${names.join(", ")}`),
    }),
    reportMissing(name, _, site) {
      site.findings.error(site.key, pathTo(site, name), { message: `${what} has no "${name}"` });
    },
  };
}

function inside(site: Site, key: { readonly text: string; readonly start: number }): Site {
  return { ...site, path: pathTo(site, key.text), key };
}

/** `engine.env.A`, and `engine.env["a.b"]` where the name is none of plain letters. */
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
  /** What its items are: `arguments`. */
  readonly what: string;
  readonly isFilled?: boolean;
}

/** A list whose items all have one shape. */
export function list<T>(
  item: Shape<T>,
  { what, isFilled = false }: ListRules,
): Shape<readonly T[]> {
  return {
    schema: { type: "array", items: item.schema, ...(isFilled && { minItems: 1 }) },
    read(node, site) {
      if (node.kind !== "list") return refuse(node, site, explainNoList(node, what));
      if (isFilled && node.items.length === 0) {
        return refuse(node, site, { message: "is an empty list", hint: "Leave the key away" });
      }
      return node.items
        .map((each, index) => item.read(each, itemSite(site, index, each)))
        .filter((value) => value !== undefined);
    },
  };
}

function explainNoList(node: YamlNode, what: string) {
  if (node.kind !== "scalar") return { message: `is a map; ${what} are a list` };
  if (typeOf(node) === "null") {
    return { message: "has no value", hint: "Write a list, or leave the key away" };
  }
  return { message: `is ${nameKind(node)}; ${what} are a list`, hint: `Write [${what}]` };
}
