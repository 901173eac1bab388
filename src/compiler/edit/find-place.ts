import type { LayoutField, LayoutMap, LayoutNode } from "../source/read-layout.ts";
import { typeOf } from "../source/yaml-node.ts";
import { CannotEdit } from "./cannot-edit.ts";

/** How far a path leads. */
export type Place = Found | NoKey | NoMap;

interface Found {
  readonly kind: "found";
  readonly map: LayoutMap;
  readonly field: LayoutField;
  /** Whose value the map is; the front matter itself has none. */
  readonly above?: LayoutField;
}

/** The map is there, and does not have the key. */
interface NoKey {
  readonly kind: "no key";
  readonly map: LayoutMap;
  /** What is left of the path, the missing key first. */
  readonly rest: readonly string[];
}

/** The key is there, and its value is no map yet, but can become one. */
interface NoMap {
  readonly kind: "no map";
  readonly map: LayoutMap;
  readonly field: LayoutField;
  readonly rest: readonly string[];
}

/** @throws CannotEdit where the path leads through what is no map, or belongs to others, too */
export function findPlace(map: LayoutMap, path: readonly string[], above?: LayoutField): Place {
  const [name, ...rest] = path;
  if (name === undefined) throw new Error("an edit needs a path");
  const field = map.fields.find(({ key }) => key.kind === "scalar" && key.text === name);
  if (!field) return { kind: "no key", map, rest: path };
  if (rest.length === 0) return { kind: "found", map, field, ...(above && { above }) };
  const { value } = field;
  requireOwn(value);
  if (value.kind === "map") return findPlace(value, rest, field);
  if (value.kind === "list") throw new CannotEdit(value.start, "is a list, and has no keys");
  return { kind: "no map", map, field, rest };
}

/** What has an anchor may stand in other places, too. @throws CannotEdit */
export function requireOwn(value: LayoutNode): void {
  if (value.kind === "alias") throw new CannotEdit(value.start, "is an alias of another value");
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
