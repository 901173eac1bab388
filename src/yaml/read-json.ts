import { maxDepth, type YamlFault, type YamlText } from "./yaml-text.ts";
import { quote } from "./quote.ts";
import type { YamlField, YamlNode, YamlScalar } from "./yaml-node.ts";

/** Reads strict JSON with the position of every value. Keeps all duplicate fields in the tree. */
export function readJson(text: string): YamlText {
  const reader = new JsonReader(text);
  try {
    return { root: reader.readDocument(), faults: reader.faults };
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    const { kind, offset, message } = error;
    return { faults: [{ kind, offset, message }] };
  }
}

class NotJson extends Error {
  readonly kind: "syntax" | "depth";
  readonly offset: number;

  constructor(kind: "syntax" | "depth", offset: number) {
    super(kind === "depth" ? "is nested too deeply" : "invalid JSON");
    this.kind = kind;
    this.offset = offset;
  }
}

const blanks = /[ \t\r\n]*/y;
/** Escapes and control characters are validated by `JSON.parse`. */
const quoted = /"[^"\\]*(?:\\[^][^"\\]*)*"/y;
const plain = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][-+]?\d+)?/y;

class JsonReader {
  readonly faults: YamlFault[] = [];
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readDocument(): YamlNode {
    const root = this.#value();
    if (this.#at < this.#text.length) throw new NotJson("syntax", this.#at);
    return root;
  }

  /** Reads a value and the white space around it. */
  #value(): YamlNode {
    this.#take(blanks);
    const sign = this.#text[this.#at];
    const node = sign === "[" ? this.#list() : sign === "{" ? this.#map() : this.#scalar();
    this.#take(blanks);
    return node;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #scalar(): YamlScalar {
    const start = this.#at;
    const word = this.#take(quoted) ?? this.#take(plain);
    if (word === undefined) throw new NotJson("syntax", start);
    const isPlain = !word.startsWith('"');
    const text = isPlain ? word : unquote(word, start);
    return { kind: "scalar", start, end: this.#at, text, isPlain };
  }

  #list(): YamlNode {
    const start = this.#at;
    const items: YamlNode[] = [];
    this.#entries("]", () => items.push(this.#value()));
    return { kind: "list", start, end: this.#at, isFlow: true, items };
  }

  #map(): YamlNode {
    const start = this.#at;
    const fields: YamlField[] = [];
    const names = new Set<string>();
    this.#entries("}", () => {
      const key = this.#key();
      if (names.has(key.text)) {
        const message = `duplicate key: ${quote(key.text)}`;
        this.faults.push({ kind: "twice", offset: key.start, message });
      }
      names.add(key.text);
      fields.push({ key, value: this.#value() });
    });
    return { kind: "map", start, end: this.#at, isFlow: true, fields };
  }

  #key(): YamlScalar {
    this.#take(blanks);
    if (this.#text[this.#at] !== '"') throw new NotJson("syntax", this.#at);
    const key = this.#scalar();
    this.#take(blanks);
    this.#expect(":");
    return key;
  }

  /** Reads the entries between brackets. */
  #entries(end: string, read: () => void): void {
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new NotJson("depth", this.#at);
    this.#take(blanks);
    if (this.#text[this.#at] !== end) {
      read();
      while (this.#text[this.#at] === ",") {
        this.#at += 1;
        read();
      }
    }
    this.#expect(end);
    this.#depth -= 1;
  }

  #expect(sign: string): void {
    if (this.#text[this.#at] !== sign) throw new NotJson("syntax", this.#at);
    this.#at += 1;
  }
}

function unquote(word: string, start: number): string {
  try {
    return String(JSON.parse(word));
  } catch {
    throw new NotJson("syntax", start);
  }
}
