import { typeOf, type YamlList, type YamlMap } from "../yaml-node.ts";
import { CannotEdit } from "./cannot-edit.ts";
import { emptyBlock, insertLines, removeLines, replaceValue } from "./edit-block.ts";
import { insertInFlow, removeFromFlow, replaceInFlow } from "./edit-flow.ts";
import { isList, isMap, isSame, type EditValue } from "./edit-value.ts";
import { entriesOf, entryOf, type FieldEntry, type FieldLocation } from "./entries.ts";
import {
  findLocation,
  readAsWritten,
  requireOwn,
  valueInstead,
  type Location,
} from "./find-position.ts";
import { setItems } from "./set-items.ts";
import { isBlank, leadingSpaceOf } from "./source-lines.ts";
import { fieldLines, isTall, pairText, readStyle, type Style } from "./write-value.ts";

export interface EditRules {
  /** The order of new top-level keys. If undefined, new keys are added at the end. */
  readonly order?: readonly string[];
  /**
   * Top-level keys whose value can be a string, the short form, instead of a map. Each key is
   * listed with the map key that the string sets.
   */
  readonly shorts?: ReadonlyMap<string, string>;
}

interface SetOptions extends EditRules {
  readonly lineEnd: string;
}

/** A key to set or remove. */
export interface YamlEdit {
  /** Key names: `["engine", "model"]`. Missing maps are created. */
  readonly path: readonly string[];
  /**
   * The new value. If undefined, the key is removed, including its lines and the comments in them.
   */
  readonly value: EditValue | undefined;
}

/** Returns the YAML with the value set at a path. @throws CannotEdit */
export function setValue(text: string, { path, value }: YamlEdit, options: SetOptions): string {
  const { root } = readAsWritten(text);
  const style = readStyle(text, root, options.lineEnd);
  if (!root || (root.kind === "scalar" && typeOf(root) === "null")) {
    return value === undefined ? text : insertLines(text, linesFor("", path, { value, style }), {});
  }
  if (root.kind !== "map") throw new CannotEdit(root.start, "is not a map of keys and values");
  const location = findLocation(root, path);
  if (location.kind === "found") {
    return value === undefined
      ? remove(text, location)
      : replaceParts(text, location, { path, value, options, style });
  }
  if (value === undefined) return text;
  if (location.kind === "no key") {
    return add(text, location, {
      value,
      style,
      order: location.map === root ? (options.order ?? []) : [],
    });
  }
  const isTop = path.length - location.rest.length === 1;
  const short = isTop ? options.shorts?.get(path[0] ?? "") : undefined;
  const map = new Map<string, EditValue>(valueInstead(location, short));
  const [name = "", ...rest] = location.rest;
  return replace(text, location, { value: map.set(name, nest(rest, value)), style });
}

function nest(path: readonly string[], value: EditValue): EditValue {
  return path.reduceRight<EditValue>((inner, key) => new Map([[key, inner]]), value);
}

interface Put {
  readonly value: EditValue;
  readonly style: Style;
}

function linesFor(prefix: string, [name = "", ...rest]: readonly string[], { value, style }: Put) {
  return fieldLines(prefix, [name, nest(rest, value)], style);
}

function remove(text: string, { map, field, above }: Extract<Location, { kind: "found" }>): string {
  const at = map.fields.indexOf(field);
  if (map.isFlow) return removeFromFlow(text, map, at);
  if (map.fields.length === 1 && above) return emptyBlock(text, entryOf(text, above), "{}");
  const entries = entriesOf(text, map);
  const entry = entries[at];
  return entry ? removeLines(text, entry, entries[at - 1]) : text;
}

interface Given extends Put {
  readonly path: readonly string[];
  readonly options: SetOptions;
}

/**
 * Changes only the differing parts of a map or list that shares entries with the new value. The
 * other parts keep their formatting.
 */
function replaceParts(
  text: string,
  location: Extract<Location, { kind: "found" }>,
  { path, value, options, style }: Given,
): string {
  const old = location.field.value;
  if (isSame(old, value)) return text;
  if (old.isAlias) return replace(text, location, { value, style });
  requireOwn(old);
  if (old.kind === "map" && isMap(value) && keysOf(old).some((key) => value.has(key))) {
    const gone = keysOf(old).filter((key) => !value.has(key));
    const changes: YamlEdit[] = [
      ...gone.map((key) => ({ path: [...path, key], value: undefined })),
      ...[...value].map(([key, each]) => ({ path: [...path, key], value: each })),
    ];
    return changes.reduce((current, change) => setValue(current, change, options), text);
  }
  if (old.kind === "list" && isList(value) && hasOneOf(old, value)) {
    return setItems(text, value, { path, style });
  }
  return replace(text, location, { value, style });
}

function keysOf({ fields }: YamlMap): string[] {
  return fields.map(({ key }) => key.text);
}

function hasOneOf({ items }: YamlList, values: readonly EditValue[]): boolean {
  return items.some((item) => values.some((value) => isSame(item, value)));
}

function replace(text: string, location: FieldLocation, put: Put): string {
  const entry = entryOf(text, location);
  return location.map.isFlow
    ? replaceInFlow(text, entry, put.value)
    : replaceValue(text, entry, put);
}

function add(
  text: string,
  { map, rest }: Extract<Location, { kind: "no key" }>,
  { value, style, order }: Put & { readonly order: readonly string[] },
): string {
  const [name = "", ...below] = rest;
  const entries = entriesOf(text, map);
  const { lineEnd } = style;
  if (map.isFlow) {
    const written = pairText(name, nest(below, value));
    return insertInFlow(text, map, { at: entries.length, written, lineEnd });
  }
  const [first] = entries;
  const prefix = first ? leadingSpaceOf(text, first.start) : "";
  if (!isBlank(prefix)) throw new CannotEdit(map.start, "begins on the same line as another value");
  const lines = linesFor(prefix, rest, { value, style });
  const after = fieldBefore(entries, name, order);
  const gap = order.length > 0 && (below.length > 0 || isTall(value)) ? lineEnd : "";
  return insertLines(text, lines, after ? { after, gap } : { ...(first && { before: first }) });
}

/**
 * Returns the field after which to insert a new field: its predecessor in the order, or the last
 * field.
 */
function fieldBefore(
  entries: readonly FieldEntry[],
  name: string,
  order: readonly string[],
): FieldEntry | undefined {
  const rank = order.indexOf(name);
  if (rank < 0) return entries.at(-1);
  const rankOf = ({ key }: FieldEntry) => order.indexOf(key.text);
  const before = entries.filter((field) => rankOf(field) >= 0 && rankOf(field) < rank);
  return before.toSorted((one, other) => rankOf(one) - rankOf(other)).at(-1);
}
