import { isNode, keyOf, runningPlacesOf } from "../rooms/syntax.ts";
import type { Node, Source } from "../rooms/syntax.ts";

/** A gatehouse command that a source builds for the user. */
export interface BuiltCommand {
  /** Path of the source. */
  readonly path: string;
  /** Words after the program's name; `…` for a value that the program computes. */
  readonly words: readonly string[];
  /** Whether the program can add words, so that the command can be incomplete here. */
  readonly isOpen: boolean;
  /** Text of the hint that contains the command, with `…` for values. */
  readonly hint: string | undefined;
}

/** Functions that build a command from all of its words. */
const ofWords = ["ownCommandLine", "plainCommandLine"];

/** Functions and methods that build a command from its verb, for a control repository. */
const ofVerb = ["commandLine", "commandLineForFile", "command", "commandForFile"];

/** Finds the gatehouse commands that a source builds. */
export function findBuilt(source: Source): BuiltCommand[] {
  const locations = runningPlacesOf(source);
  const hints = locations.map(({ node }) => node).filter(isHint);
  return locations.flatMap(({ node }) => {
    const found = readCall(node) ?? readText(node);
    if (!found) return [];
    const around = hints.filter(
      ({ start, end }) => start <= node.start && node.start < Number(end),
    );
    const text = around.map((hint) => textOf(valueOf(hint, "text"))).at(-1);
    return [{ path: source.path, ...found, hint: text }];
  });
}

/**
 * Finds the texts of a source that describe a command of any program, with `…` for values. The text
 * of a hint whose text is computed elsewhere is not found.
 */
export function findDescriptions(source: Source): string[] {
  return runningPlacesOf(source)
    .map(({ node }) => node)
    .filter(isHint)
    .flatMap((hint) => textOf(valueOf(hint, "text")) ?? []);
}

function isHint(node: Node): boolean {
  return node.type === "ObjectExpression" && valueOf(node, "command") !== undefined;
}

type Words = Pick<BuiltCommand, "words" | "isOpen">;

function readCall({ type, callee, arguments: given }: Node): Words | undefined {
  if (type !== "CallExpression" || !isNode(callee)) return undefined;
  const name = String(callee["name"] ?? (isNode(callee["property"]) && callee["property"]["name"]));
  const [first, ...more] = nodesIn(given);
  if (!first) return undefined;
  if (ofWords.includes(name)) return readWords([first, ...more]);
  const verb = textOf(first);
  if (!ofVerb.includes(name) || verb === undefined || !/^[a-z ]+$/.test(verb)) return undefined;
  const last = more.at(-1);
  const added = last?.type === "ArrayExpression" ? nodesIn(last["elements"]) : [];
  const { words, isOpen } = readWords(added);
  const isComplete = last === undefined || last.type !== "Identifier";
  return { words: [...verb.split(" "), ...words], isOpen: isOpen || !isComplete };
}

/** Reads a command that is a text, such as `gatehouse doctor`. */
function readText(node: Node): Words | undefined {
  const text = textOf(valueOf(node, "command"));
  if (text === undefined || !text.startsWith("gatehouse ")) return undefined;
  return { words: text.split(" ").slice(1), isOpen: false };
}

function readWords(nodes: readonly Node[]): Words {
  const words = nodes
    .filter(({ type }) => type !== "SpreadElement")
    .map((node) => textOf(node) ?? "…");
  // After `--`, the program adds the command to run.
  const isOpen = nodes.length > words.length || words.at(-1) === "--";
  return { words, isOpen };
}

function valueOf({ type, properties }: Node, name: string): Node | undefined {
  if (type !== "ObjectExpression") return undefined;
  const found = nodesIn(properties).find(
    (each) => each.type === "Property" && keyOf(each) === name,
  );
  return found && isNode(found["value"]) ? found["value"] : undefined;
}

/** Returns a text, with `…` for the values in it; undefined for any other expression. */
function textOf(node: Node | undefined): string | undefined {
  if (node?.type === "Literal")
    return typeof node["value"] === "string" ? node["value"] : undefined;
  if (node?.type !== "TemplateLiteral") return undefined;
  return nodesIn(node["quasis"])
    .map(({ value }) => String((value as { cooked?: unknown }).cooked))
    .join("…");
}

function nodesIn(list: unknown): Node[] {
  return Array.isArray(list) ? list.filter(isNode) : [];
}
