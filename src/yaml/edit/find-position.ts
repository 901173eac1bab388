import { readYaml } from "../read-yaml.ts";
import { typeOf, type YamlMap, type YamlNode } from "../yaml-node.ts";
import { CannotEdit } from "./cannot-edit.ts";
import type { FieldLocation } from "./entries.ts";

/** Reads a document without resolving merges, because edits apply to the keys in the text. */
export function readAsWritten(text: string) {
  return readYaml(text, { what: "document" });
}

/** The part of a path that exists. */
export type Location = Found | NoKey | NoMap;

interface Found extends FieldLocation {
  readonly kind: "found";
  /** The field whose value is the map; undefined for the document itself. */
  readonly above?: FieldLocation;
}

/** The map exists but does not contain the key. */
interface NoKey {
  readonly kind: "no key";
  readonly map: YamlMap;
  /** The rest of the path, starting with the missing key. */
  readonly rest: readonly string[];
}

/** The key exists, and its value is not a map but can be replaced with one. */
interface NoMap extends FieldLocation {
  readonly kind: "no map";
  readonly rest: readonly string[];
}

/** @throws CannotEdit if the path crosses a value that is not a map, or that is shared */
export function findLocation(
  map: YamlMap,
  path: readonly string[],
  above?: FieldLocation,
): Location {
  const [name, ...rest] = path;
  if (name === undefined) throw new Error("the path of an edit must not be empty");
  const field = map.fields.find(({ key }) => key.text === name);
  if (!field) return { kind: "no key", map, rest: path };
  if (rest.length === 0) return { kind: "found", map, field, ...(above && { above }) };
  const { value } = field;
  requireOwn(value);
  if (value.kind === "map") return findLocation(value, rest, { map, field });
  if (value.kind === "list") throw new CannotEdit(value.start, "is a list without keys");
  return { kind: "no map", map, field, rest };
}

/**
 * Refuses aliases and anchors, because the value could also be used elsewhere.
 * @throws CannotEdit
 */
export function requireOwn(value: YamlNode): void {
  if (value.isAlias) throw new CannotEdit(value.start, "is an alias of another value");
  if (value.hasAnchor)
    throw new CannotEdit(value.start, "has an anchor, so it could also be used elsewhere");
}

/**
 * Returns the first entries of the map that replaces a field's value. A value in the short form
 * becomes an entry; otherwise, the map starts empty.
 * @throws CannotEdit
 */
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
