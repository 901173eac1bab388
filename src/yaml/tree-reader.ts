import { CHOMPING_MODE, COLLECTION_STYLE, EVENT_ID, SCALAR_STYLE, getScalarValue } from "js-yaml";
import type { Event, MappingEvent, ScalarEvent, SequenceEvent } from "js-yaml";
import { skipGap } from "./gaps.ts";
import { isTooLongForKey } from "./key-length.ts";
import { quote } from "./quote.ts";
import { typeOf } from "./yaml-node.ts";
import type { YamlField, YamlList, YamlMap, YamlNode, YamlScalar } from "./yaml-node.ts";
import type { ReadOptions, YamlFault } from "./yaml-text.ts";

/**
 * The maximum number of values from aliases. Without this limit, a few lines could expand to
 * billions of values.
 */
const maxAliased = 50_000;

/** Thrown if the document would use too much memory. */
export class TooManyValues extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super("expands to too many values: aliases can turn a few lines into billions");
    this.offset = offset;
  }
}

/** Converts a parser's events to values with their positions. */
export class TreeReader {
  readonly faults: YamlFault[] = [];
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #base: number;
  readonly #what: string;
  readonly #merges: ReadOptions["merges"];
  readonly #maxValues: number;
  readonly #anchors = new Map<string, YamlNode>();
  #next = 0;
  #values = 0;
  #aliased = 0;
  /** Offset after the last value that was read. */
  #cursor = 0;

  constructor(
    text: string,
    events: readonly Event[],
    { what, base = 0, merges, maxValues = Infinity }: ReadOptions,
  ) {
    this.#text = text;
    this.#events = events;
    this.#base = base;
    this.#what = what;
    this.#merges = merges;
    this.#maxValues = maxValues;
  }

  readDocument(): YamlNode | undefined {
    const [first] = this.#events;
    if (first?.type !== EVENT_ID.DOCUMENT) return undefined;
    if (first.directives.length > 0) {
      this.#fault("directive", 0, `has a directive (%), which is not allowed in a ${this.#what}`);
    }
    this.#next = 1;
    const root = this.#read();
    // A second document can follow the end marker of the first one (`...`).
    if (this.#next + 1 < this.#events.length) {
      this.#fault(
        "documents",
        skipGap(this.#text, this.#cursor),
        `is a second document; a ${this.#what} must be a single document`,
      );
    }
    return root;
  }

  #fault(kind: YamlFault["kind"], at: number, message: string): void {
    this.faults.push({ kind, offset: this.#base + at, message });
  }

  #read(): YamlNode {
    const event = this.#events[this.#next];
    this.#next += 1;
    this.#values += 1;
    if (this.#values > this.#maxValues) throw new TooManyValues(this.#base + this.#cursor);
    switch (event?.type) {
      case EVENT_ID.SCALAR:
        return this.#keep(event, this.#scalar(event));
      case EVENT_ID.SEQUENCE:
        return this.#keep(event, this.#list(event));
      case EVENT_ID.MAPPING:
        return this.#keep(event, this.#map(event));
      case EVENT_ID.ALIAS:
        return this.#alias(event.anchorStart, event.anchorEnd);
      case EVENT_ID.DOCUMENT:
      case EVENT_ID.POP:
      case undefined:
        return this.#missing();
    }
  }

  #missing(): YamlScalar {
    return { kind: "scalar", ...this.#extent(this.#cursor), text: "", isPlain: true };
  }

  /** Returns the range from an offset to the end of the last value. */
  #extent(start: number) {
    return { start: this.#base + start, end: this.#base + this.#cursor };
  }

  #keep(event: ScalarEvent | SequenceEvent | MappingEvent, given: YamlNode): YamlNode {
    let node = given;
    if (event.tagStart >= 0) node = this.#tag(event.tagStart, event.tagEnd, node);
    if (event.anchorStart < 0) return node;
    node = { ...node, hasAnchor: true };
    this.#anchors.set(this.#text.slice(event.anchorStart, event.anchorEnd), node);
    return node;
  }

  #tag(from: number, to: number, node: YamlNode): YamlNode {
    const tag = this.#text.slice(from, to);
    const isCore = coreTags[tag]?.(node) ?? false;
    const message = `has a tag, ${quote(tag)}, which is not allowed in a ${this.#what}`;
    this.#fault(isCore ? "core tag" : "tag", from, message);
    return tag === "!!str" && node.kind === "scalar" ? { ...node, isPlain: false } : node;
  }

  #scalar(event: ScalarEvent): YamlScalar {
    const { valueStart, valueEnd, style } = event;
    if (valueStart < 0) return this.#missing();
    const isPlain = style === SCALAR_STYLE.PLAIN;
    const quoteLength = isPlain ? 0 : 1;
    let start = valueStart - quoteLength;
    if (isBlock(event)) {
      start = skipGap(this.#text, Math.max(this.#cursor, event.anchorEnd, event.tagEnd));
      this.#cursor = this.#endOfBlock(event, start);
    } else this.#cursor = valueEnd + quoteLength;
    const text = event.fast
      ? this.#text.slice(valueStart, valueEnd)
      : getScalarValue(this.#text, event);
    return { kind: "scalar", ...this.#extent(start), text, isPlain };
  }

  /**
   * Returns the end of a block. Empty lines after the block belong to it only if the block's
   * indicator contains `+`.
   */
  #endOfBlock({ valueEnd, chomping }: ScalarEvent, sign: number): number {
    const [head = ""] = /^[^\r\n]*/.exec(this.#text.slice(sign)) ?? [];
    const from = sign + head.length;
    const lines = this.#text.slice(from, Math.max(valueEnd, from));
    const kept = lines.length - (lines.endsWith("\r\n") ? 2 : 1);
    const last = chomping === CHOMPING_MODE.KEEP ? kept : lines.trimEnd().length;
    const [rest = ""] = /^[^\r\n]*/.exec(lines.slice(last)) ?? [];
    return from + Math.max(0, last) + rest.length;
  }

  #isAtEnd(): boolean {
    if (this.#events[this.#next]?.type !== EVENT_ID.POP) return this.#next >= this.#events.length;
    this.#next += 1;
    return true;
  }

  #list({ start, style }: SequenceEvent): YamlList {
    const isFlow = style === COLLECTION_STYLE.FLOW;
    const items: YamlNode[] = [];
    this.#cursor = isFlow ? start + 1 : start;
    while (!this.#isAtEnd()) {
      this.#skipSign("-");
      items.push(this.#read());
    }
    if (isFlow) this.#close();
    return { kind: "list", ...this.#extent(start), isFlow, items };
  }

  /** Moves the cursor past the `-` or `:` that precedes a missing value or a block. */
  #skipSign(sign: "-" | ":"): void {
    const event = this.#events[this.#next];
    if (event?.type !== EVENT_ID.SCALAR || (event.valueStart >= 0 && !isBlock(event))) return;
    const at = skipGap(this.#text, this.#cursor);
    if (this.#text[at] === sign) this.#cursor = at + 1;
  }

  /** Moves the cursor past the closing bracket of a flow collection. */
  #close(): void {
    const at = skipGap(this.#text, this.#cursor);
    this.#cursor = (this.#text[at] === "," ? skipGap(this.#text, at + 1) : at) + 1;
  }

  #map({ start, style }: MappingEvent): YamlMap {
    const isFlow = style === COLLECTION_STYLE.FLOW;
    // A single pair such as `[a: b]` has no braces.
    const isBraced = isFlow && this.#text[start] === "{";
    const own: YamlField[] = [];
    const merged: YamlField[] = [];
    const names = new Set<string>();
    this.#cursor = isBraced ? start + 1 : start;
    while (!this.#isAtEnd()) {
      const key = this.#read();
      this.#skipSign(":");
      const value = this.#read();
      if (this.#isMerge(key)) merged.push(...this.#mergedBy(value));
      else if (this.#isKey(key, names)) own.push({ key, value });
    }
    if (isBraced) this.#close();
    const fields = merged.length === 0 ? own : this.#mergeFields(own, merged);
    return { kind: "map", ...this.#extent(start), isFlow, fields };
  }

  #isMerge(key: YamlNode): boolean {
    if (key.kind !== "scalar" || key.text !== "<<") return false;
    // Some readers also merge if the `<<` is quoted.
    return this.#merges === "all" || (this.#merges === "nearest" && key.isPlain);
  }

  #isKey(key: YamlNode, names: Set<string>): key is YamlScalar {
    const at = key.start - this.#base;
    if (key.kind !== "scalar") {
      this.#fault("key", at, `is a ${key.kind} used as a key; keys must be strings`);
      return false;
    }
    const { text } = key;
    if (isTooLongForKey(text)) {
      this.#fault("key", at, "is too long for a key (at most 1024 characters)");
    }
    if (names.has(text)) this.#fault("twice", at, `duplicate key: ${quote(text)}`);
    names.add(text);
    return true;
  }

  #mergedBy(value: YamlNode): readonly YamlField[] {
    return (value.kind === "list" ? value.items : [value]).flatMap((each) => {
      if (each.kind === "map") return each.fields;
      this.#fault("merge", each.start - this.#base, "is not a map; << can only merge maps");
      return [];
    });
  }

  #mergeFields(own: readonly YamlField[], merged: readonly YamlField[]): readonly YamlField[] {
    if (this.#merges === "all") return [...own, ...merged];
    const names = new Set(own.map(({ key }) => key.text));
    const first = merged.filter(({ key }) => !names.has(key.text) && names.add(key.text));
    return [...own, ...first];
  }

  #alias(from: number, to: number): YamlNode {
    const name = this.#text.slice(from, to);
    this.#cursor = to;
    const extent = this.#extent(from - 1);
    const target = this.#anchors.get(name);
    if (target) return this.#placeAt(target, extent);
    // An anchor is defined only after its value has been read completely.
    const message = `is an alias of ${quote(name)}, but no earlier value has this anchor`;
    this.#fault("alias", from - 1, message);
    return { ...this.#missing(), ...extent, isAlias: true };
  }

  #placeAt(node: YamlNode, extent: { readonly start: number; readonly end: number }): YamlNode {
    this.#aliased += 1;
    if (this.#aliased > maxAliased) throw new TooManyValues(extent.start);
    const placed = { ...extent, isAlias: true } as const;
    if (node.kind === "scalar") return { ...node, ...placed };
    const flow = { ...placed, isFlow: true };
    if (node.kind === "list") {
      return { ...node, ...flow, items: node.items.map((item) => this.#placeAt(item, extent)) };
    }
    const fields = node.fields.map(({ key, value }) => ({
      key: { ...key, ...placed },
      value: this.#placeAt(value, extent),
    }));
    return { ...node, ...flow, fields };
  }
}

function isBlock({ style }: ScalarEvent): boolean {
  return style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK;
}

type IsMeant = (node: YamlNode) => boolean;

const isText: IsMeant = ({ kind }) => kind === "scalar";
const isOf =
  (...types: readonly string[]): IsMeant =>
  (node) =>
    node.kind === "scalar" && types.includes(typeOf(node));

/**
 * Core tags, with a function that returns whether a value already has the tag's type. Except for
 * `!!str`, such a tag has no effect.
 */
const coreTags: Readonly<Record<string, IsMeant | undefined>> = {
  "!!str": isText,
  "!!int": isOf("integer"),
  "!!float": isOf("integer", "float"),
  "!!bool": isOf("boolean"),
  "!!null": isOf("null"),
  "!!map": ({ kind }) => kind === "map",
  "!!seq": ({ kind }) => kind === "list",
};
