import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import type { Document, Node, Pair } from "yaml";

/** A place in a file: line and column from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The YAML of a workflow file, with the way back to the text. */
export interface WorkflowDocument {
  readonly path: string;
  readonly text: string;
  /** What stands below the front matter of a Markdown file. */
  readonly body: string;
  readonly document: Document;
  readonly value: Readonly<Record<string, unknown>>;
  /** Where a node begins; the file's first line for what is not in the text. */
  readonly placeOf: (node: unknown) => Place;
  /** What is wrong with the YAML itself. */
  readonly faults: readonly (Place & { readonly message: string })[];
}

const start: Place = { line: 1, column: 1 };
const frontMatter = /^---[ \t]*\n([^]*?\n)??---[ \t]*(?:\n|$)/;

/** Reads a workflow: a Markdown file by its front matter, any other as YAML. Nothing where Markdown has none. */
export function readWorkflowDocument(path: string, given: string): WorkflowDocument | undefined {
  const text = given.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  if (!path.endsWith(".md")) return parse(path, text, { yaml: text, body: "" });
  const [whole, inner = ""] = frontMatter.exec(text) ?? [];
  if (whole === undefined) return undefined;
  // An empty line stands for the fence, so that the lines have the numbers that they have in the file.
  return parse(path, text, { yaml: `\n${inner}`, body: text.slice(whole.length) });
}

function parse(
  path: string,
  text: string,
  { yaml, body }: { readonly yaml: string; readonly body: string },
): WorkflowDocument {
  const lineCounter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter });
  const placeAt = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset);
    return line === 0 ? start : { line, column: col };
  };
  // What follows from the first is no news.
  const faults = document.errors.slice(0, 1).map(({ pos: [offset], message }) => ({
    ...placeAt(offset),
    // What stands behind it quotes the text.
    message: `this is not valid YAML: ${message.split("\n")[0]?.replace(/ at line .*$/, "") ?? ""}`,
  }));
  return {
    path,
    text,
    body,
    document,
    value: faults.length === 0 ? asRecord(document.toJS()) : {},
    placeOf: (node) => {
      const offset = rangeOf(node)?.[0];
      return offset === undefined ? start : placeAt(offset);
    },
    faults,
  };
}

/** The pair of a key along a path of maps; nothing where it is not in the text. */
export function findPair(
  document: Document,
  path: readonly string[],
): Pair<Node, unknown> | undefined {
  let node: unknown = document.contents;
  let found: Pair<Node, unknown> | undefined;
  for (const key of path) {
    if (!isMap<Node>(node)) return undefined;
    found = node.items.find((pair) => isScalar(pair.key) && pair.key.value === key);
    node = found?.value;
  }
  return found;
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value));
}

function rangeOf(node: unknown): readonly number[] | undefined {
  const isNode = typeof node === "object" && node !== null && "range" in node;
  const range = isNode ? node.range : undefined;
  return Array.isArray(range) ? range.filter((each) => typeof each === "number") : undefined;
}
