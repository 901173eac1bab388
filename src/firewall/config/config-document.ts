import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document } from "yaml";
import { fault, type Fault } from "../rules/fault.ts";
import type { RuleProblem } from "../rules/rule-options.ts";

/** A value in a file, with its place. */
export interface Placed {
  /** `rules.yml:14:3`, from 1. */
  readonly id: string;
  /** How it begins, to be recognised. */
  readonly text: string;
  readonly content: Content;
}

export type Content =
  | { readonly kind: "text" | "number"; readonly text: string }
  | { readonly kind: "flag"; readonly isSet: boolean; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Placed[] }
  | { readonly kind: "map"; readonly pairs: readonly (readonly [key: Placed, value: Placed])[] }
  | { readonly kind: "nothing" }
  | { readonly kind: "odd"; readonly wrong: Fault };

export interface ConfigDocument {
  /** What the file holds; nothing where it cannot be read. */
  readonly root?: Placed;
  readonly problems: readonly RuleProblem[];
}

/** Parses YAML, and JSON, which is a part of it. @param file how it is called in places */
export function parseConfig(text: string, file: string): ConfigDocument {
  const tooDeep = { problems: [{ id: file, text: "the file", problem: "is nested too deeply" }] };
  if (depthOf(text) > mostNested) return tooDeep;
  const lines = new LineCounter();
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${Math.max(1, line)}:${Math.max(1, col)}`;
  };
  try {
    // Told to be silent, the parser drops a second document without a word.
    const options = { lineCounter: lines, prettyErrors: false, logLevel: "error" } as const;
    // Dates, sexagesimals, `yes` for true and merge keys are of YAML 1.1.
    const document = parseDocument(text, { ...options, version: "1.2", schema: "core" });
    const problems = problemsOf(document, { text, place });
    // What else would be said of a text that could not be parsed is not what its author wrote.
    if (document.errors.some(({ code }) => code !== "DUPLICATE_KEY")) return { problems };
    return { root: placeNode(document.contents, { text, place }), problems };
  } catch {
    // Nesting by indentation: the parser runs out of stack.
    return tooDeep;
  }
}

/** Far more than a rules file has. The parser takes seconds for thousands of open brackets. */
const mostNested = 64;

/** Counts brackets wherever they are: texts and comments have few. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const { 0: bracket } of text.matchAll(/[[\]{}]/g)) {
    depth = "[{".includes(bracket) ? depth + 1 : Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

interface Source {
  readonly text: string;
  readonly place: (offset: number) => string;
}

function problemsOf({ errors, warnings }: Document, { text, place }: Source): RuleProblem[] {
  return [...errors, ...warnings].map(({ code, message, pos: [start] }) => ({
    id: place(start),
    text: beginningAt(text, start),
    problem: code === "DUPLICATE_KEY" ? "is there twice" : `cannot be read: ${message}`,
  }));
}

function beginningAt(text: string, start: number): string {
  const line = /^[^\n]*/.exec(text.slice(start, start + 200))?.[0].trim() ?? "";
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

function placeNode(node: unknown, source: Source): Placed {
  const start = startOf(node);
  const text = start === undefined ? "" : beginningAt(source.text, start);
  return { id: source.place(start ?? 0), text, content: readContent(node, source) };
}

function startOf(node: unknown): number | undefined {
  if (isScalar(node) || isMap(node) || isSeq(node) || isAlias(node)) return node.range?.[0];
  return undefined;
}

function readContent(node: unknown, source: Source): Content {
  if (isAlias(node)) return { kind: "odd", wrong: fault("is an alias; write the value itself") };
  if (isSeq(node))
    return { kind: "list", items: node.items.map((item) => placeNode(item, source)) };
  if (isMap(node)) {
    return {
      kind: "map",
      pairs: node.items.map(({ key, value }) => [placeNode(key, source), placeNode(value, source)]),
    };
  }
  if (!isScalar(node) || node.value === null) return { kind: "nothing" };
  const { value } = node;
  if (typeof value === "string") return { kind: "text", text: value };
  const written = node.source ?? "";
  if (typeof value === "boolean") return { kind: "flag", isSet: value, text: written };
  return { kind: "number", text: written };
}
