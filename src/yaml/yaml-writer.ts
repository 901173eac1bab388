import { typeOf } from "./yaml-node.ts";
import type { YamlMap, YamlNode, YamlScalar } from "./yaml-node.ts";
import { blockSign, canBeBlock, scalarText } from "./scalar-text.ts";

/** A value in a notation that every YAML reader parses in the same way. */
export type Plain = string | number | boolean | null | readonly Plain[] | PlainMap;
export interface PlainMap {
  readonly [name: string]: Plain;
}

/** Writes YAML in one style: two spaces per level, lists at the level of their key, no anchors. */
export class YamlWriter {
  readonly #lines: string[] = [];

  /** @returns the text, ending with a line break */
  text(): string {
    return `${this.#lines.join("\n")}\n`;
  }

  /**
   * @throws if the text contains a line break, because the rest would not be part of the comment
   */
  comment(text: string): void {
    if (/[\r\n\u0085\u2028\u2029]/.test(text)) throw new Error("a comment must be on one line");
    this.#lines.push(`# ${text}`);
  }

  gap(): void {
    this.#lines.push("");
  }

  /** Writes a key. The items of its value follow on the next lines. */
  key(prefix: string, key: string): void {
    this.#lines.push(`${prefix}${scalarText(key)}:`);
  }

  /**
   * Writes a key and its value.
   * @param prefix the text before the key: spaces, and the dash for the first key of an item
   */
  plain(prefix: string, key: string, value: Plain): void {
    const head = `${prefix}${scalarText(key)}:`;
    const below = blanks(prefix);
    if (typeof value === "string") this.#string(head, below, value);
    else if (value === null || typeof value !== "object") this.#lines.push(`${head} ${value}`);
    else if (isList(value)) this.#list(head, below, value);
    else if (Object.keys(value).length === 0) this.#lines.push(`${head} {}`);
    else {
      this.#lines.push(head);
      this.plainMap(`${below}  `, value);
    }
  }

  plainMap(prefix: string, map: PlainMap): void {
    let before = prefix;
    for (const [key, value] of Object.entries(map)) {
      this.plain(before, key, value);
      before = blanks(prefix);
    }
  }

  /** Writes a list of maps from an author's file. */
  nodes(prefix: string, key: string, maps: readonly YamlMap[]): void {
    this.#nodeList(`${prefix}${scalarText(key)}:`, blanks(prefix), maps);
  }

  /**
   * Writes a map from an author's file. Values that are not strings keep their type and notation.
   */
  node(prefix: string, map: YamlMap): void {
    let before = prefix;
    for (const { key, value } of map.fields) {
      this.#field(`${before}${keyText(key)}:`, blanks(prefix), value);
      before = blanks(prefix);
    }
    if (map.fields.length === 0) this.#lines.push(`${prefix}{}`);
  }

  #string(head: string, below: string, value: string): void {
    if (!canBeBlock(value)) {
      this.#lines.push(`${head} ${scalarText(value)}`);
      return;
    }
    this.#lines.push(`${head} ${blockSign(value)}`, indentBlock(value, `${below}  `));
  }

  #list(head: string, below: string, items: readonly Plain[]): void {
    this.#lines.push(items.length === 0 ? `${head} []` : head);
    for (const item of items) this.#item(below, item);
  }

  #item(below: string, item: Plain): void {
    if (typeof item === "string") this.#string(`${below}-`, below, item);
    else if (item === null || typeof item !== "object") this.#lines.push(`${below}- ${item}`);
    else if (isList(item)) this.#list(`${below}-`, `${below}  `, item);
    else if (Object.keys(item).length === 0) this.#lines.push(`${below}- {}`);
    else this.plainMap(`${below}- `, item);
  }

  #field(head: string, below: string, value: YamlNode): void {
    if (value.kind === "scalar") this.#scalar(head, below, value);
    else if (value.kind === "map") {
      if (value.fields.length === 0) this.#lines.push(`${head} {}`);
      else {
        this.#lines.push(head);
        this.node(`${below}  `, value);
      }
    } else this.#nodeList(head, below, value.items);
  }

  #nodeList(head: string, below: string, items: readonly YamlNode[]): void {
    this.#lines.push(items.length === 0 ? `${head} []` : head);
    for (const item of items) {
      if (item.kind === "map") this.node(`${below}- `, item);
      else if (item.kind === "scalar") this.#scalar(`${below}-`, below, item);
      else this.#nodeList(`${below}-`, `${below}  `, item.items);
    }
  }

  #scalar(head: string, below: string, scalar: YamlScalar): void {
    if (typeOf(scalar) === "text") this.#string(head, below, scalar.text);
    else this.#lines.push(scalar.text === "" ? head : `${head} ${scalar.text}`);
  }
}

/** Cache of indented blocks, because several files contain the same scripts. */
const known = new Map<string, string>();
const mostKnown = 200;

function indentBlock(value: string, prefix: string): string {
  const key = prefix + value;
  const found = known.get(key);
  if (found !== undefined) return found;
  const body = value.endsWith("\n") ? value.slice(0, -1) : value;
  const block = body.replaceAll(/^(?=.)/gm, prefix);
  if (known.size >= mostKnown) known.clear();
  known.set(key, block);
  return block;
}

function isList(value: readonly Plain[] | PlainMap): value is readonly Plain[] {
  return Array.isArray(value);
}

/** Returns as many spaces as the prefix has characters. */
function blanks(prefix: string): string {
  return " ".repeat(prefix.length);
}

function keyText(key: YamlScalar): string {
  return typeOf(key) === "text" ? scalarText(key.text) : key.text || '""';
}
