import {
  CHOMPING_MODE,
  COLLECTION_STYLE,
  EVENT_ID,
  SCALAR_STYLE,
  getScalarValue,
  parseEvents,
} from "js-yaml";
import type { Event, MappingEvent, ScalarEvent, SequenceEvent } from "js-yaml";
import { maxDepth } from "./read-yaml.ts";

/** A value with all the text that it takes; offsets are UTF-16 units of the YAML itself. */
export type LayoutNode = LayoutScalar | LayoutList | LayoutMap | LayoutAlias;

interface Extent {
  readonly start: number;
  /** Behind its last sign: a quote, a bracket, the last value in it. */
  readonly end: number;
  readonly hasAnchor: boolean;
}

export interface LayoutScalar extends Extent {
  readonly kind: "scalar";
  readonly text: string;
  readonly isPlain: boolean;
  /** Whether nothing is written at all. */
  readonly isMissing: boolean;
  /** The lines of a block scalar, of which `start` and `end` enclose no more than the sign: `|-`. */
  readonly below?: { readonly from: number; readonly to: number };
}

export interface LayoutList extends Extent {
  readonly kind: "list";
  readonly isFlow: boolean;
  readonly items: readonly LayoutItem[];
}

export interface LayoutMap extends Extent {
  readonly kind: "map";
  readonly isFlow: boolean;
  readonly fields: readonly LayoutField[];
}

export interface LayoutAlias extends Extent {
  readonly kind: "alias";
}

/** A line of a list, dash and all, or what stands between two commas. */
export interface LayoutItem {
  readonly start: number;
  readonly value: LayoutNode;
}

export interface LayoutField {
  readonly start: number;
  readonly key: LayoutNode;
  /** Behind the colon; nothing where there is none: `{a}`. */
  readonly colon?: number;
  readonly value: LayoutNode;
}

/** Where everything of a document stands. The text is one that is read without a fault. */
export function readLayout(text: string): LayoutNode | undefined {
  const events = parseEvents(text, { maxDepth });
  return events.length > 2 ? new LayoutReader(text, events).readDocument() : undefined;
}

/** Behind blanks, line ends and comments. */
export function skipGap(text: string, from: number): number {
  const gap = /(?:\s|(?<=^|\s)#[^\r\n]*)*/y;
  gap.lastIndex = from;
  return from + (gap.exec(text)?.[0].length ?? 0);
}

class LayoutReader {
  readonly #text: string;
  readonly #events: readonly Event[];
  #next = 1;
  /** Behind what was read last. */
  #cursor = 0;

  constructor(text: string, events: readonly Event[]) {
    this.#text = text;
    this.#events = events;
  }

  readDocument(): LayoutNode {
    return this.#read();
  }

  #read(): LayoutNode {
    const event = this.#events[this.#next];
    this.#next += 1;
    if (event?.type === EVENT_ID.SCALAR) return this.#scalar(event);
    if (event?.type === EVENT_ID.SEQUENCE) return this.#list(event);
    if (event?.type === EVENT_ID.MAPPING) return this.#map(event);
    if (event?.type !== EVENT_ID.ALIAS) {
      throw new Error("the parser's events have no value where one belongs");
    }
    const [start, end] = [event.anchorStart - 1, event.anchorEnd];
    this.#cursor = end;
    return { kind: "alias", start, end, hasAnchor: true };
  }

  #scalar(event: ScalarEvent): LayoutScalar {
    const { valueStart, valueEnd, style, anchorStart } = event;
    const hasAnchor = anchorStart >= 0;
    const at = this.#cursor;
    const kind = "scalar";
    if (valueStart < 0) {
      return { kind, start: at, end: at, text: "", isPlain: true, isMissing: true, hasAnchor };
    }
    const isPlain = style === SCALAR_STYLE.PLAIN;
    const text = getScalarValue(this.#text, event);
    const node = { kind, text, isPlain, isMissing: false, hasAnchor } as const;
    if (style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK) {
      return { ...node, ...this.#block(event) };
    }
    const quote = isPlain ? 0 : 1;
    this.#cursor = valueEnd + quote;
    return { ...node, start: valueStart - quote, end: this.#cursor };
  }

  #block({ valueStart, valueEnd, chomping, anchorEnd }: ScalarEvent) {
    const sign = /[|>][-+\d]*/g;
    sign.lastIndex = skipGap(this.#text, Math.max(this.#cursor, anchorEnd));
    const found = sign.exec(this.#text);
    const start = found?.index ?? valueStart;
    const end = start + (found?.[0].length ?? 0);
    const from = end + (/^[^\r\n]*/.exec(this.#text.slice(end, valueStart))?.[0].length ?? 0);
    const lines = this.#text.slice(from, Math.max(valueEnd, from));
    // Empty lines below it are its own only where it keeps them.
    const last = chomping === CHOMPING_MODE.KEEP ? lines.length - 1 : lines.trimEnd().length;
    const rest = /^[^\r\n]*/.exec(lines.slice(last))?.[0].length ?? 0;
    const to = from + Math.max(0, last) + rest;
    this.#cursor = to;
    return { start, end, below: { from, to } };
  }

  #isAtEnd(): boolean {
    if (this.#events[this.#next]?.type !== EVENT_ID.POP) return false;
    this.#next += 1;
    return true;
  }

  #list({ start, style, anchorStart }: SequenceEvent): LayoutList {
    const isFlow = style === COLLECTION_STYLE.FLOW;
    const items: LayoutItem[] = [];
    this.#cursor = isFlow ? start + 1 : start;
    while (!this.#isAtEnd()) {
      const at = this.#nextStart(isFlow);
      this.#cursor = isFlow ? at : at + 1;
      items.push({ start: at, value: this.#read() });
    }
    const end = this.#close(isFlow);
    return { kind: "list", isFlow, items, start, end, hasAnchor: anchorStart >= 0 };
  }

  #map({ start, style, anchorStart }: MappingEvent): LayoutMap {
    const isFlow = style === COLLECTION_STYLE.FLOW;
    const fields: LayoutField[] = [];
    // The one pair of `[a: b]` has no braces.
    const isBraced = isFlow && this.#text[start] === "{";
    this.#cursor = isBraced ? start + 1 : start;
    while (!this.#isAtEnd()) fields.push(this.#field(this.#nextStart(isBraced)));
    const end = this.#close(isBraced);
    return { kind: "map", isFlow, fields, start, end, hasAnchor: anchorStart >= 0 };
  }

  #field(start: number): LayoutField {
    this.#cursor = start;
    const key = this.#read();
    const gap = skipGap(this.#text, key.end);
    const colon = this.#text[gap] === ":" ? gap + 1 : undefined;
    this.#cursor = colon ?? key.end;
    const value = this.#read();
    return { start, key, value, ...(colon !== undefined && { colon }) };
  }

  /** Where the next item begins: in a flow, behind the comma. */
  #nextStart(isFlow: boolean): number {
    const at = skipGap(this.#text, this.#cursor);
    return isFlow && this.#text[at] === "," ? skipGap(this.#text, at + 1) : at;
  }

  #close(isFlow: boolean): number {
    if (isFlow) this.#cursor = this.#nextStart(isFlow) + 1;
    return this.#cursor;
  }
}
