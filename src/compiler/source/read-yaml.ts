import { EVENT_ID, SCALAR_STYLE, YAMLException, getScalarValue, parseEvents } from "js-yaml";
import type { Event, ScalarEvent } from "js-yaml";
import { isTooLongForKey } from "./key-length.ts";
import { mayBeSecret, quote } from "./quote.ts";
import type { YamlField, YamlNode, YamlScalar } from "./yaml-node.ts";

/** Something wrong with the YAML itself, whatever it says. */
export interface YamlFault {
  readonly offset: number;
  readonly message: string;
}

export interface YamlText {
  /** Nothing where the text cannot be read, or holds nothing. */
  readonly root?: YamlNode;
  readonly faults: readonly YamlFault[];
}

/** A definition is a few levels deep; a parser that goes down with every bracket runs out of stack. */
export const maxDepth = 64;
/** So many values may be there, those included that aliases bring: a few lines can otherwise stand for billions. */
const maxValues = 50_000;

/** Reads one document of YAML 1.2. @param base offset of the text in its file */
export function readYaml(text: string, base: number): YamlText {
  let events: Event[];
  try {
    events = parseEvents(text, { maxDepth });
  } catch (error) {
    return { faults: [faultOf(error, base)] };
  }
  const reader = new EventReader(text, { base, events });
  try {
    const root = reader.readDocument();
    return { ...(root && { root }), faults: reader.faults };
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return { faults: [...reader.faults, { offset: error.offset, message: error.message }] };
  }
}

/** What is read would not end. */
class TooMuch extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super("stands for too much: a few lines with aliases can bring billions of values");
    this.offset = offset;
  }
}

function faultOf(error: unknown, base: number): YamlFault {
  if (error instanceof YAMLException) {
    // Some of the parser's sentences hold a word of the text.
    const why = mayBeSecret(error.reason) ? "" : `: ${error.reason}`;
    return { offset: base + (error.mark?.position ?? 0), message: `no valid YAML${why}` };
  }
  if (error instanceof RangeError) return { offset: base, message: "is nested too deeply" };
  throw error;
}

const nothing: YamlScalar = { kind: "scalar", start: 0, text: "", isPlain: true };

/** Makes values of a parser's events, each with its place. */
class EventReader {
  readonly faults: YamlFault[] = [];
  readonly #text: string;
  readonly #base: number;
  readonly #events: readonly Event[];
  readonly #anchors = new Map<string, YamlNode>();
  #next = 0;
  #values = 0;
  /** Where what was read last ends: what has no place of its own is there. */
  #cursor = 0;

  constructor(
    text: string,
    { base, events }: { readonly base: number; readonly events: readonly Event[] },
  ) {
    this.#text = text;
    this.#base = base;
    this.#events = events;
  }

  readDocument(): YamlNode | undefined {
    const [first] = this.#events;
    if (first?.type !== EVENT_ID.DOCUMENT) return undefined;
    if (first.directives.length > 0) this.#fault(0, "has a directive (%) that no definition needs");
    this.#next = 1;
    const root = this.#read();
    // After the document's own end another one can begin.
    if (this.#next + 1 < this.#events.length) {
      this.#fault(this.#cursor, "is a second document; a definition is one");
    }
    return root;
  }

  #fault(offset: number, message: string): void {
    this.faults.push({ offset: this.#base + offset, message });
  }

  #read(): YamlNode {
    const event = this.#events[this.#next];
    this.#next += 1;
    this.#count(1);
    switch (event?.type) {
      case EVENT_ID.SCALAR:
        return this.#keep(event, this.#scalar(event));
      case EVENT_ID.SEQUENCE:
        return this.#keep(event, this.#list(event.start));
      case EVENT_ID.MAPPING:
        return this.#keep(event, this.#map(event.start));
      case EVENT_ID.ALIAS:
        return this.#alias(event.anchorStart, event.anchorEnd);
      case EVENT_ID.DOCUMENT:
      case EVENT_ID.POP:
      case undefined:
        return { ...nothing, start: this.#base + this.#cursor };
    }
  }

  #count(values: number): void {
    this.#values += values;
    if (this.#values > maxValues) throw new TooMuch(this.#base + this.#cursor);
  }

  #keep(
    event: { anchorStart: number; anchorEnd: number; tagStart: number; tagEnd: number },
    node: YamlNode,
  ): YamlNode {
    if (event.tagStart >= 0) {
      const tag = this.#text.slice(event.tagStart, event.tagEnd);
      this.#fault(event.tagStart, `has a tag, ${quote(tag)}, that no definition needs`);
    }
    if (event.anchorStart >= 0) {
      this.#anchors.set(this.#text.slice(event.anchorStart, event.anchorEnd), node);
    }
    return node;
  }

  #scalar(event: ScalarEvent): YamlScalar {
    const { valueStart, valueEnd, style } = event;
    if (valueStart < 0) return { ...nothing, start: this.#base + this.#cursor };
    const start = this.#base + this.#startOf(event);
    this.#cursor = valueEnd;
    const text = event.fast
      ? this.#text.slice(valueStart, valueEnd)
      : getScalarValue(this.#text, event);
    return { kind: "scalar", start, text, isPlain: style === SCALAR_STYLE.PLAIN };
  }

  /** Quotes, and the sign that a block begins with, belong to a value. */
  #startOf({ valueStart, style, anchorEnd }: ScalarEvent): number {
    if (style === SCALAR_STYLE.PLAIN) return valueStart;
    if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) {
      return valueStart - 1;
    }
    const from = Math.max(this.#cursor, anchorEnd);
    const sign = this.#text.slice(from, valueStart).search(/[|>]/);
    return sign < 0 ? valueStart : from + sign;
  }

  #isAtEnd(): boolean {
    if (this.#events[this.#next]?.type !== EVENT_ID.POP) return this.#next >= this.#events.length;
    this.#next += 1;
    return true;
  }

  #list(start: number): YamlNode {
    const items: YamlNode[] = [];
    this.#cursor = start;
    while (!this.#isAtEnd()) items.push(this.#read());
    return { kind: "list", start: this.#base + start, items };
  }

  #map(start: number): YamlNode {
    const fields = new FieldList();
    this.#cursor = start;
    while (!this.#isAtEnd()) {
      const key = this.#read();
      const value = this.#read();
      if (key.kind !== "scalar") {
        this.faults.push({
          offset: key.start,
          message: `is ${key.kind === "list" ? "a list" : "a map"} as a key; a key is a text`,
        });
      } else if (key.text === "<<" && key.isPlain) this.#merge(fields, value);
      else this.#add(fields, { key, value });
    }
    return { kind: "map", start: this.#base + start, fields: fields.all() };
  }

  #add(fields: FieldList, { key, value }: YamlField): void {
    const { start: offset, text } = key;
    if (isTooLongForKey(text)) {
      this.faults.push({ offset, message: "is too long for a key: 1024 characters at most" });
    }
    if (!fields.add({ key, value })) {
      this.faults.push({ offset, message: `the key ${quote(text)} is there twice` });
    }
  }

  /** What stands in the map itself wins over what is merged, and of several maps the first. */
  #merge(fields: FieldList, value: YamlNode): void {
    for (const each of value.kind === "list" ? value.items : [value]) {
      if (each.kind === "map") for (const field of each.fields) fields.inherit(field);
      else this.faults.push({ offset: each.start, message: "is no map; << merges maps" });
    }
  }

  #alias(from: number, to: number): YamlNode {
    const name = this.#text.slice(from, to);
    const target = this.#anchors.get(name);
    const start = this.#base + from - 1;
    this.#cursor = to;
    if (target) return this.#placeAt(target, start);
    // An anchor is kept when its value is whole: one that it stands in is not there yet.
    this.#fault(from - 1, `is an alias of ${quote(name)}, and nothing before it has that anchor`);
    return { ...nothing, start };
  }

  #placeAt(node: YamlNode, start: number): YamlNode {
    this.#count(1);
    if (node.kind === "scalar") return { ...node, start };
    if (node.kind === "list") {
      return { ...node, start, items: node.items.map((item) => this.#placeAt(item, start)) };
    }
    const fields = node.fields.map(({ key, value }) => ({
      key: { ...key, start },
      value: this.#placeAt(value, start),
    }));
    return { ...node, start, fields };
  }
}

/** A map's fields while they are read: each name once. */
class FieldList {
  readonly #own = new Map<string, YamlField>();
  readonly #inherited = new Map<string, YamlField>();

  /** @returns false where the map has that key already */
  add(field: YamlField): boolean {
    if (this.#own.has(field.key.text)) return false;
    this.#own.set(field.key.text, field);
    return true;
  }

  inherit(field: YamlField): void {
    if (!this.#inherited.has(field.key.text)) this.#inherited.set(field.key.text, field);
  }

  all(): readonly YamlField[] {
    if (this.#inherited.size === 0) return [...this.#own.values()];
    const more = [...this.#inherited.values()].filter(({ key }) => !this.#own.has(key.text));
    return [...this.#own.values(), ...more];
  }
}
