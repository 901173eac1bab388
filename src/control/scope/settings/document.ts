import { evaluate, parse } from "@humanwhocodes/momoa";
import type { DocumentNode, MemberNode, ValueNode } from "@humanwhocodes/momoa";
import { looksLikeCredential } from "./credential-shape.ts";

/** What is wrong with one part of a value. */
export interface Problem {
  /** The way to the part, from the outside in. */
  readonly pointer: readonly string[];
  readonly message: string;
  /** Whether the field's name is what is wrong, rather than its value. */
  readonly isAtName?: true;
}

/** A problem and where it stands: line and column from 1, and the JSON path. */
export interface PlacedProblem {
  readonly line: number;
  readonly column: number;
  /** As people write it: `packages[0].killSwitch`; `(file)` for the whole. */
  readonly path: string;
  readonly message: string;
}

/** A JSON text as a value, with the way back to the text. */
export type SettingsDocument =
  | { readonly isJson: false; readonly problem: PlacedProblem }
  | {
      readonly isJson: true;
      readonly value: unknown;
      /** What only the text shows: a field twice, a credential. */
      readonly problems: readonly Problem[];
      readonly place: (problem: Problem) => PlacedProblem;
    };

export function readDocument(text: string): SettingsDocument {
  let root: DocumentNode;
  try {
    root = parse(text.replace(/^\ufeff/, ""), { mode: "json" });
  } catch (error) {
    // The parser's own message quotes the text, which may be a credential without quotes.
    const { line = 1, column = 1 } = error as { line?: number; column?: number };
    const message = "this is not JSON; a quote, comma or bracket is wrong here or just before";
    return { isJson: false, problem: { line, column, path: "(file)", message } };
  }
  return {
    isJson: true,
    value: evaluate(root) as unknown,
    problems: [...inspect(root.body, [])],
    place: (problem) => ({
      ...findPosition(root.body, problem),
      path: sayPath(problem.pointer),
      message: problem.message,
    }),
  };
}

function* inspect(node: ValueNode, pointer: readonly string[]): Generator<Problem> {
  if (node.type === "String" && looksLikeCredential(node.value)) {
    yield { pointer, message: "this looks like a credential; settings never hold one" };
  }
  if (node.type === "Array") {
    for (const [index, { value }] of node.elements.entries()) {
      yield* inspect(value, [...pointer, String(index)]);
    }
  }
  if (node.type === "Object") yield* inspectMembers(node.members, pointer);
}

function* inspectMembers(
  members: readonly MemberNode[],
  pointer: readonly string[],
): Generator<Problem> {
  const seen = new Set<string>();
  for (const { name, value } of members) {
    const key = nameOf(name);
    const isTwice = seen.has(key);
    seen.add(key);
    if (looksLikeCredential(key)) {
      const message = "the name of a field looks like a credential; settings never hold one";
      yield { pointer, message };
      continue;
    }
    if (isTwice) {
      yield { pointer: [...pointer, key], isAtName: true, message: "this field is there twice" };
    }
    yield* inspect(value, [...pointer, key]);
  }
}

/** Of a field that is there twice, the last one is meant, as in the value. */
function findPosition(body: ValueNode, { pointer, isAtName }: Problem) {
  let node: ValueNode | MemberNode["name"] = body;
  for (const [depth, token] of pointer.entries()) {
    if (node.type === "Array") node = node.elements[Number(token)]?.value ?? node;
    if (node.type !== "Object") continue;
    const member: MemberNode | undefined = node.members.findLast(
      ({ name }) => nameOf(name) === token,
    );
    const isName = isAtName && depth === pointer.length - 1;
    node = (isName ? member?.name : member?.value) ?? node;
  }
  const { line, column } = node.loc.start;
  return { line, column };
}

function nameOf(name: MemberNode["name"]): string {
  return name.type === "String" ? name.value : name.name;
}

function sayPath(pointer: readonly string[]): string {
  const steps = pointer.map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`));
  return steps.join("").replace(/^\./, "") || "(file)";
}
