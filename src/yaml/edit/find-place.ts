import { readYaml } from "../read-yaml.ts";
import { typeOf, type YamlMap, type YamlNode } from "../yaml-node.ts";
import { CannotEdit } from "./cannot-edit.ts";
import type { FieldPlace } from "./entries.ts";

/** A document without its merges: edits are about the keys that are in the text. */
export function readAsWritten(text: string) {
  return readYaml(text, { what: "document" });
}

/** How far a path leads. */
export type Place = Found | NoKey | NoMap;

interface Found extends FieldPlace {
  readonly kind: "found";
  /** Whose value the map is; undefined for the document itself. */
  readonly above?: FieldPlace;
}

/** The map is there, and does not have the key. */
interface NoKey {
  readonly kind: "no key";
  readonly map: YamlMap;
  /** What is left of the path, the missing key first. */
  readonly rest: readonly string[];
}

/** The key is there, and its value is no map yet, but can become one. */
interface NoMap extends FieldPlace {
  readonly kind: "no map";
  readonly rest: readonly string[];
}

/** @throws CannotEdit where the path leads through what is no map, or belongs to others, too */
export function findPlace(map: YamlMap, path: readonly string[], above?: FieldPlace): Place {
  const [name, ...rest] = path;
  if (name === undefined) throw new Error("an edit needs a path");
  const field = map.fields.find(({ key }) => key.text === name);
  if (!field) return { kind: "no key", map, rest: path };
  if (rest.length === 0) return { kind: "found", map, field, ...(above && { above }) };
  const { value } = field;
  requireOwn(value);
  if (value.kind === "map") return findPlace(value, rest, { map, field });
  if (value.kind === "list") throw new CannotEdit(value.start, "is a list, and has no keys");
  return { kind: "no map", map, field, rest };
}

/** What has an anchor may stand in other places, too. @throws CannotEdit */
export function requireOwn(value: YamlNode): void {
  if (value.isAlias) throw new CannotEdit(value.start, "is an alias of another value");
  if (value.hasAnchor)
    throw new CannotEdit(value.start, "has an anchor, by which others may use it");
}

/** What a field has that is not a map: nothing, or a short form. @throws CannotEdit */
export function valueInstead({ field }: NoMap, short: string | undefined): [string, string][] {
  const { value } = field;
  if (value.kind !== "scalar") return [];
  const type = typeOf(value);
  if (type === "null") return [];
  if (type !== "text" || short === undefined) {
    throw new CannotEdit(value.start, "is a value without keys");
  }
  return [[short, value.text]];
}
