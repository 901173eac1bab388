import { isAlias, isMap, isScalar, isSeq } from "yaml";
import type { Alias, Document, YAMLMap } from "yaml";

/** A value of YAML as its readers see it: without aliases and merges. What an alias brings stands where the alias does. */
export type YamlTree = YamlScalar | YamlMap | YamlList;

/** A place in a file: line and column from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

interface YamlScalar {
  readonly kind: "scalar";
  readonly place: Place;
  readonly value: unknown;
}

export interface YamlMap {
  readonly kind: "map";
  readonly place: Place;
  /** The map's own first, then what is merged into it; readers differ in which of two wins, so both are kept. */
  readonly fields: readonly YamlField[];
}

interface YamlList {
  readonly kind: "list";
  readonly place: Place;
  readonly items: readonly YamlTree[];
}

export interface YamlField {
  readonly name: string;
  /** Where its name stands. */
  readonly place: Place;
  readonly value: YamlTree;
}

/** An alias leads nowhere, into itself, or to more than a workflow can need; or a value is of a kind that none has. */
export class YamlRefused extends Error {
  override readonly name = "YamlRefused";
  readonly place: Place;

  constructor(place: Place, message: string) {
    super(message);
    this.place = place;
  }
}

/** So many values aliases may bring: a few lines can otherwise stand for billions. */
const mostRepeated = 10_000;

/** Others stand for what readers do not agree about: bytes, sets, maps with an order. */
const plainTag = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/;

/** @throws YamlRefused */
export function readYamlTree(
  document: Document,
  placeOf: (node: unknown) => Place | undefined,
): YamlTree {
  return new TreeReader(placeOf).read(document.contents);
}

class TreeReader {
  readonly #placeOf: (node: unknown) => Place | undefined;
  readonly #anchors = new Map<string, object>();
  /** What each alias stood for where it was met first: an anchor's name can be given again. */
  readonly #targets = new Map<Alias, object>();
  readonly #open = new Set<object>();
  #repeated = 0;

  constructor(placeOf: (node: unknown) => Place | undefined) {
    this.#placeOf = placeOf;
  }

  /** @param at the alias by which the node is reached */
  read(node: unknown, at?: Place): YamlTree {
    const place = at ?? this.#placeOf(node) ?? { line: 1, column: 1 };
    if (at && (this.#repeated += 1) > mostRepeated) {
      throw new YamlRefused(at, "its aliases stand for too much");
    }
    if (isAlias(node)) return this.#follow(node, place);
    if (isScalar(node) || isMap(node) || isSeq(node)) {
      const { anchor, tag } = node;
      if (tag !== undefined && !plainTag.test(tag)) {
        throw new YamlRefused(place, "a tag that no workflow needs");
      }
      if (anchor !== undefined && !at) this.#anchors.set(anchor, node);
    }
    if (isScalar(node)) return { kind: "scalar", place, value: node.value };
    if (isSeq(node)) {
      const items = this.#within(node, () => node.items.map((item) => this.read(item, at)));
      return { kind: "list", place, items };
    }
    if (!isMap(node)) return { kind: "scalar", place, value: null };
    return { kind: "map", place, fields: this.#within(node, () => this.#fields(node, at)) };
  }

  #follow(alias: Alias, place: Place): YamlTree {
    const target = this.#targets.get(alias) ?? this.#anchors.get(alias.source);
    if (!target) throw new YamlRefused(place, "an alias of what is not there");
    if (this.#open.has(target)) throw new YamlRefused(place, "an alias of what it stands in");
    this.#targets.set(alias, target);
    return this.read(target, place);
  }

  #within<T>(node: object, read: () => T): T {
    this.#open.add(node);
    const value = read();
    this.#open.delete(node);
    return value;
  }

  #fields(node: YAMLMap, at: Place | undefined): YamlField[] {
    const own: YamlField[] = [];
    const merged: YamlField[] = [];
    const names = new Set<string>();
    for (const { key, value } of node.items) {
      const name = this.read(key, at);
      const field = { name: nameOf(name), place: name.place, value: this.read(value, at) };
      if (names.has(field.name) && field.name !== "<<") {
        throw new YamlRefused(field.place, "Map keys must be unique");
      }
      names.add(field.name);
      if (field.name !== "<<") own.push(field);
      else merged.push(...mapsOf(field.value).flatMap(({ fields }) => fields));
    }
    return [...own, ...merged];
  }
}

function nameOf(key: YamlTree): string {
  return key.kind === "scalar" ? String(key.value) : "";
}

function mapsOf(value: YamlTree): YamlMap[] {
  if (value.kind === "list") return value.items.flatMap(mapsOf);
  return value.kind === "map" ? [value] : [];
}

/** The field at a path of maps; nothing where it is not there. */
export function fieldAt(
  tree: YamlTree | undefined,
  path: readonly string[],
): YamlField | undefined {
  let value: YamlTree | undefined = tree;
  let found: YamlField | undefined;
  for (const name of path) {
    found = value?.kind === "map" ? value.fields.find((field) => field.name === name) : undefined;
    value = found?.value;
  }
  return found;
}

/** Returns the field of a map by its name without regard to case, as expressions find it. */
export function fieldLike(tree: YamlTree | undefined, name: string): YamlField | undefined {
  const isNamed = (field: YamlField) => field.name.toLowerCase() === name.toLowerCase();
  return tree?.kind === "map" ? tree.fields.find(isNamed) : undefined;
}

/** A text that is one; nothing for a number or a map. */
export function textOf(value: YamlTree | undefined): string | undefined {
  return value?.kind === "scalar" && typeof value.value === "string" ? value.value : undefined;
}

/** The same as plain values; of two fields of a name the first. */
export function plainOf(tree: YamlTree): unknown {
  if (tree.kind === "scalar") return tree.value;
  if (tree.kind === "list") return tree.items.map(plainOf);
  return Object.fromEntries(
    tree.fields.toReversed().map(({ name, value }) => [name, plainOf(value)]),
  );
}

/** Every map of a tree, with those that it stands in from the outermost on. */
export function listMaps(
  tree: YamlTree,
  above: readonly YamlMap[] = [],
): { readonly map: YamlMap; readonly above: readonly YamlMap[] }[] {
  if (tree.kind === "scalar") return [];
  if (tree.kind === "list") return tree.items.flatMap((item) => listMaps(item, above));
  const inside = [...above, tree];
  return [{ map: tree, above }, ...tree.fields.flatMap(({ value }) => listMaps(value, inside))];
}

/** Every text below a value, with the name of the field that it is of, or that its list is of. */
export function listTexts(
  value: YamlTree,
  name = "",
): { readonly name: string; readonly text: string; readonly place: Place }[] {
  if (value.kind === "list") return value.items.flatMap((item) => listTexts(item, name));
  if (value.kind === "map") {
    return value.fields.flatMap((field) => listTexts(field.value, field.name));
  }
  const text = textOf(value);
  return text === undefined ? [] : [{ name, text, place: value.place }];
}
