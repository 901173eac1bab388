import { skipGap } from "../gaps.ts";
import type { YamlField, YamlList, YamlMap, YamlNode, YamlScalar } from "../yaml-node.ts";

/** A field of a map or an item of a list, with its position in the text. */
export interface Entry {
  /** Offset of the key or dash. In a flow collection, the offset after the preceding comma. */
  readonly start: number;
  readonly key?: YamlScalar;
  /** Offset after the colon; undefined if there is no colon, as in `{a}`. */
  readonly colon?: number;
  readonly value: YamlNode;
}

/** A field and the map that contains it. */
export interface FieldLocation {
  readonly map: YamlMap;
  readonly field: YamlField;
}

export type FieldEntry = Entry & { readonly key: YamlScalar };

/** Returns the fields or items of a value in text order. */
export function entriesOf(text: string, map: YamlMap): readonly FieldEntry[];
export function entriesOf(text: string, collection: YamlMap | YamlList): readonly Entry[];
export function entriesOf(text: string, collection: YamlMap | YamlList): readonly Entry[] {
  const isBracketed = /[[{]/.test(text.slice(collection.start, collection.start + 1));
  let cursor = collection.isFlow && isBracketed ? collection.start + 1 : collection.start;
  const consumeStart = (end: number) => {
    const at = skipGap(text, cursor);
    cursor = end;
    return collection.isFlow && text[at] === "," ? skipGap(text, at + 1) : at;
  };
  if (collection.kind === "list") {
    return collection.items.map((value) => ({ start: consumeStart(value.end), value }));
  }
  return collection.fields.map(({ key, value }) => {
    const gap = skipGap(text, key.end);
    const colon = text[gap] === ":" ? { colon: gap + 1 } : {};
    return { start: consumeStart(value.end), key, ...colon, value };
  });
}

/** Returns a field with its position in the text. */
export function entryOf(text: string, { map, field }: FieldLocation): FieldEntry {
  const entry = entriesOf(text, map)[map.fields.indexOf(field)];
  if (!entry) throw new Error("the field is not in its map");
  return entry;
}
