import { splitAgentic } from "../../yaml/front-matter.ts";
import { placesOf, type Location } from "../../yaml/positions.ts";
import { readYaml } from "../../yaml/read-yaml.ts";
import { plainOf, type YamlNode, type YamlScalar } from "../../yaml/yaml-node.ts";
import type { YamlFault } from "../../yaml/yaml-text.ts";

/** The YAML of a workflow file, with positions in the original text. */
export interface WorkflowDocument {
  readonly path: string;
  /** The text below the front matter of a Markdown file. */
  readonly body: string;
  /**
   * The tree, with aliases and merges resolved. All merged fields of the same name are kept,
   * because readers disagree about which one applies.
   */
  readonly tree: YamlNode;
  readonly value: Readonly<Record<string, unknown>>;
  /** The lines of the file with all values blanked, so that each remaining `#` starts a comment. */
  readonly bareLines: readonly string[];
  /** YAML errors in the file. */
  readonly faults: readonly (Location & { readonly message: string })[];
  readonly placeOf: (offset: number) => Location;
}

/** The start of a file, used for findings about missing content. */
export const start: Location = { line: 1, column: 1 };

export function isMarkdown(path: string): boolean {
  return /\.md$/i.test(path);
}

/** Matches a line that a reader could mistake for a front matter fence. */
const fenceLike = /^[\s\p{C}]*---(?!-)/u;

/**
 * Reads a workflow: the front matter of a Markdown file, or any other file as YAML. Returns
 * undefined if a Markdown file has no front matter.
 */
export function readWorkflowDocument(path: string, given: string): WorkflowDocument | undefined {
  const text = given.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  if (!isMarkdown(path)) return parse(path, text, { yaml: text, yamlStart: 0, body: "" });
  const parts = splitAgentic(text);
  if (parts) return parse(path, text, parts);
  if (!fenceLike.test(text)) return undefined;
  const message = "this looks like front matter but is not valid front matter";
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
  // Only the first error is reported, because later ones usually follow from it.
  const fault = faults.find(({ kind }) => kind !== "core tag");
  if (fault) {
    return { ...unread, path, faults: [{ ...placeOf(fault.offset), message: explain(fault) }] };
  }
  const bareLines = blankValues(text, tree).split(/\r\n|\r|\n/);
  return { path, body, tree, value: asRecord(plainOf(tree)), bareLines, faults: [], placeOf };
}

/**
 * Error descriptions by kind. An unknown tag is rejected because other YAML parsers could interpret
 * it differently.
 */
const words: Partial<Record<YamlFault["kind"], string>> = {
  alias: "an alias without an anchor",
  size: "its aliases expand to too much content",
  tag: "an unsupported tag",
};

function explain({ kind, message, reason = message }: YamlFault): string {
  if (kind === "depth") return "this is nested too deeply";
  return `invalid YAML: ${words[kind] ?? reason}`;
}

/** Blanks all values, because a `#` in a string value does not start a comment. */
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

/**
 * Lists all scalars, including keys. The content of an alias is skipped, because its text is
 * elsewhere in the file.
 */
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
