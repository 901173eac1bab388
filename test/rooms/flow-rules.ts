import type { Edge } from "./import-graph.ts";
import { isNamed, isNode, lineOf, runningPlacesOf, nameInUse } from "./syntax.ts";
import type { Node, Place, Source } from "./syntax.ts";

/** Of the forge's room a flow runs these: names, logins, links and errors. The rest is for types, and comes as deps. */
const spoken = /^src\/forge\/(repository-name|login|web-links|forge-errors)\.ts$/;

/** One sentence for each flow that could act by itself with what it loads, on demand too; a type cannot act. */
export function findActingFlows(edges: readonly Edge[]): string[] {
  return edges
    .filter(({ from, kind }) => from.startsWith("flows/") && kind !== "type")
    .filter(({ to }) => /^(src\/forge\/|node:|src\/shared\/run-command)/.test(to))
    .filter(({ to }) => !spoken.test(to))
    .map(({ from, to, kind }) => `${from} loads ${to} (${kind}): it is handed in`);
}

/** The edges as if whatever a flow loads on demand was loaded at its start: a flow must not have it at any time. */
export function withoutDelay(edges: readonly Edge[]): Edge[] {
  return edges.map((edge) => {
    const isDelayed = edge.kind === "lazy" && edge.from.startsWith("flows/");
    return isDelayed ? { ...edge, kind: "static" } : edge;
  });
}

/** It reads once how this program was started: a flow prints what it builds, and no answer depends on it. */
const ownCommand = "src/shared/own-command.ts";

/** The edges without what finds the words that start this program. */
export function withoutOwnCommand(edges: readonly Edge[]): Edge[] {
  return edges.filter(({ from }) => from !== ownCommand);
}

/** What gives another value each time, or acts: a replay would go another way than its answers say. */
const foreign = [
  "process",
  "performance",
  "crypto",
  "Intl",
  "navigator",
  "globalThis",
  "global",
  "fetch",
  "console",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
];

/** The lines of a flow that ask a clock, chance or the environment. */
export function findUnsteadyLines(source: Source): string[] {
  const found = runningPlacesOf(source).filter(isUnsteady);
  return [...new Set(found.map(({ node }) => `${source.path}: ${lineOf(source, node)}`))];
}

function isUnsteady({ node, within }: Place): boolean {
  if (node.type === "MetaProperty") return true;
  if (isField(node, within)) return false;
  if (isNamed(node, "Date")) return !isOfGivenTime(node, within);
  if (isNamed(node, "AbortSignal")) return within === undefined || !takesOther(within, "timeout");
  if (isNamed(node, "Math")) return within === undefined || !takesOther(within, "random");
  return isNamed(node, ...foreign);
}

/** A name that is only the name of a field: `deps.process`. */
function isField(node: Node, within: Node | undefined): boolean {
  if (within?.type === "Property") return within["key"] === node && within["shorthand"] !== true;
  const isProperty = within?.type === "MemberExpression" && within["property"] === node;
  return isProperty && within["computed"] !== true;
}

/** `new Date(at)`, `Date.parse(text)`: what time it is does not matter to them. */
function isOfGivenTime(node: Node, within: Node | undefined): boolean {
  if (within?.type === "BinaryExpression") return within["operator"] === "instanceof";
  if (within?.type === "NewExpression" && within["callee"] === node) {
    return Array.isArray(within["arguments"]) && within["arguments"].length > 0;
  }
  return within !== undefined && takesOther(within, "now");
}

/** Whether this takes something of a thing, by a name that stands there and is not this one. */
function takesOther(node: Node, name: string): boolean {
  const taken = nameInUse({ node, within: undefined });
  return isNode(node["property"]) && taken !== undefined && taken !== name;
}
