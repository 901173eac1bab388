import { splitAgentic } from "../../yaml/front-matter.ts";
import { placesOf, type Place } from "../../yaml/places.ts";
import { readYaml } from "../../yaml/read-yaml.ts";
import { plainOf, type YamlNode, type YamlScalar } from "../../yaml/yaml-node.ts";
import type { YamlFault } from "../../yaml/yaml-text.ts";

/** The YAML of a workflow file, with the way back to the text. */
export interface WorkflowDocument {
  readonly path: string;
  /** What stands below the front matter of a Markdown file. */
  readonly body: string;
  /** Without aliases and merges. Of fields of one name, all that are merged stay, because readers differ in which one wins. */
  readonly tree: YamlNode;
  readonly value: Readonly<Record<string, unknown>>;
  /** The lines of the file with every value blanked: where one still has a `#`, a comment begins. */
  readonly bareLines: readonly string[];
  /** What is wrong with the YAML itself. */
  readonly faults: readonly (Place & { readonly message: string })[];
  readonly placeOf: (offset: number) => Place;
}

/** The first of a file, for what is not in it. */
export const start: Place = { line: 1, column: 1 };

export function isMarkdown(path: string): boolean {
  return /\.md$/i.test(path);
}

/** More or less a fence, to whoever reads it. */
const fenceLike = /^[\s\p{C}]*---(?!-)/u;

/** Reads a workflow: a Markdown file by its front matter, any other as YAML. Nothing where Markdown has none. */
export function readWorkflowDocument(path: string, given: string): WorkflowDocument | undefined {
  const text = given.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  if (!isMarkdown(path)) return parse(path, text, { yaml: text, yamlStart: 0, body: "" });
  const parts = splitAgentic(text);
  if (parts) return parse(path, text, parts);
  if (!fenceLike.test(text)) return undefined;
  const message = "this begins like a front matter and is none";
  return { ...unread, path, faults: [{ ...start, message }] };
}

const nothing: YamlNode = { kind: "scalar", start: 0, end: 0, text: "", isPlain: true };
const unread = { body: "", tree: nothing, value: {}, bareLines: [], placeOf: () => start };

function parse(
  path: string,
  text: string,
  { yaml, yamlStart, body }: NonNullable<ReturnType<typeof splitAgentic>>,
): WorkflowDocument {
  const placeOf = placesOf(text);
  const options = { what: "workflow", base: yamlStart, merges: "all" } as const;
  const { root: tree = nothing, faults } = readYaml(yaml, options);
  // What follows from the first is no news.
  const fault = faults.find(({ kind }) => kind !== "core tag");
  if (fault) {
    return { ...unread, path, faults: [{ ...placeOf(fault.offset), message: explain(fault) }] };
  }
  const bareLines = blankValues(text, tree).split(/\r\n|\r|\n/);
  return { path, body, tree, value: asRecord(plainOf(tree)), bareLines, faults: [], placeOf };
}

/** A tag that we do not know could mean anything to another reader. */
const words: Partial<Record<YamlFault["kind"], string>> = {
  alias: "an alias of what is not there",
  size: "its aliases stand for too much",
  tag: "a tag that no workflow needs",
};

function explain({ kind, message, reason = message }: YamlFault): string {
  if (kind === "depth") return "this is nested too deeply";
  return `this is not valid YAML: ${words[kind] ?? reason}`;
}

/** A reason that stands in a text is no comment. */
function blankValues(text: string, tree: YamlNode): string {
  let bare = "";
  let done = 0;
  const inOrder = listScalars(tree).toSorted((one, other) => one.start - other.start);
  for (const { start: from, end } of inOrder) {
    bare += text.slice(done, from) + text.slice(from, end).replaceAll(/[^\r\n]/g, " ");
    done = end;
  }
  return bare + text.slice(done);
}

/** Keys, too; what an alias brings is in another place. */
function listScalars(node: YamlNode): readonly YamlScalar[] {
  if (node.isAlias) return [];
  if (node.kind === "scalar") return [node];
  if (node.kind === "list") return node.items.flatMap(listScalars);
  return node.fields.flatMap(({ key, value }) => [...listScalars(key), ...listScalars(value)]);
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value));
}
