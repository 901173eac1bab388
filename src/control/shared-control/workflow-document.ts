import { LineCounter, parseDocument, visit } from "yaml";
import type { Document } from "yaml";
import { splitFrontMatter } from "./front-matter.ts";
import { YamlRefused, plainOf, readYamlTree } from "./yaml-tree.ts";
import type { Place, YamlTree } from "./yaml-tree.ts";

/** The YAML of a workflow file, with the way back to the text. */
export interface WorkflowDocument {
  readonly path: string;
  /** What stands below the front matter of a Markdown file. */
  readonly body: string;
  readonly tree: YamlTree;
  readonly value: Readonly<Record<string, unknown>>;
  /** The lines with every value blanked: where one still has a `#`, a comment begins. */
  readonly bareLines: readonly string[];
  /** What is wrong with the YAML itself. */
  readonly faults: readonly (Place & { readonly message: string })[];
}

/** The first of a file, for what is not in it. */
export const start: Place = { line: 1, column: 1 };

export function isMarkdown(path: string): boolean {
  return /\.md$/i.test(path);
}

/** Reads a workflow: a Markdown file by its front matter, any other as YAML. Nothing where Markdown has none. */
export function readWorkflowDocument(path: string, given: string): WorkflowDocument | undefined {
  const text = given.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  if (!isMarkdown(path)) return parse(path, text, "");
  const parts = splitFrontMatter(text);
  if (parts === "none") return undefined;
  if (parts === "broken") return broken(path, start, "this begins like a front matter and is none");
  return parse(path, parts.yaml, parts.body);
}

function parse(path: string, text: string, body: string): WorkflowDocument {
  // Alone, too, it ends a line of YAML.
  const yaml = text.replaceAll("\r", "\n");
  const lineCounter = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset);
    return line === 0 ? start : { line, column: col };
  };
  try {
    // The library compares each key with each; the tree's reader refuses those that are there twice.
    const document = parseDocument(yaml, { lineCounter, uniqueKeys: false });
    // What follows from the first is no news. A tag that we do not know could mean anything to another reader.
    const [fault] = [...document.errors, ...document.warnings];
    // What stands behind it quotes the text.
    const because = fault?.message.split("\n")[0]?.replace(/ at line .*$/, "") ?? "";
    if (fault) return broken(path, placeAt(fault.pos[0]), `this is not valid YAML: ${because}`);
    const tree = readYamlTree(document, (node) => {
      const offset = rangeOf(node)?.[0];
      return offset === undefined ? undefined : placeAt(offset);
    });
    const bareLines = blankValues(yaml, document).split("\n");
    return { path, body, tree, value: asRecord(plainOf(tree)), bareLines, faults: [] };
  } catch (error) {
    if (error instanceof YamlRefused) {
      return broken(path, error.place, `this is not valid YAML: ${error.message}`);
    }
    // What is nested some thousand times ends the reader's stack.
    if (error instanceof RangeError) return broken(path, start, "this is nested too deeply");
    throw error;
  }
}

function broken(path: string, place: Place, message: string): WorkflowDocument {
  const tree: YamlTree = { kind: "scalar", place: start, value: null };
  const faults = [{ ...place, message }];
  return { path, body: "", tree, value: {}, bareLines: [], faults };
}

/** A reason that stands in a text is no comment. */
function blankValues(yaml: string, document: Document): string {
  let bare = "";
  let done = 0;
  visit(document, {
    Scalar: (_, node) => {
      const [from = 0, to = 0] = rangeOf(node) ?? [];
      if (from < done) return;
      bare += yaml.slice(done, from) + yaml.slice(from, to).replaceAll(/[^\n]/g, " ");
      done = to;
    },
  });
  return bare + yaml.slice(done);
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
