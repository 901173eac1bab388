import type { Edge } from "./import-graph.ts";
import { isNamed, isNode, lineOf, runningPlacesOf, nameInUse } from "./syntax.ts";
import type { Node, Location, Source } from "./syntax.ts";

/** Files of `forge` that a flow can run: names, accounts, links and errors. It gets other functions as deps. */
const spoken = /^src\/forge\/(repository-name|login|web-links|forge-errors)\.ts$/;

/** Reports each module with effects that a flow loads, also on demand. Types are allowed. */
export function findActingFlows(edges: readonly Edge[]): string[] {
  return edges
    .filter(({ from, kind }) => from.startsWith("flows/") && kind !== "type")
    .filter(({ to }) => /^(src\/forge\/|node:|src\/shared\/run-command)/.test(to))
    .filter(({ to }) => !spoken.test(to))
    .map(({ from, to, kind }) => `${from} loads ${to} (${kind}): add it to the flow's deps`);
}

/** Treats on-demand imports of flows as static, because the rule applies to both. */
export function withoutDelay(edges: readonly Edge[]): Edge[] {
  return edges.map((edge) => {
    const isDelayed = edge.kind === "lazy" && edge.from.startsWith("flows/");
    return isDelayed ? { ...edge, kind: "static" } : edge;
  });
}

/** Reads once how this program was started. A flow only prints the result, and no answer depends on it. */
const ownCommand = "src/shared/own-command.ts";

/** Removes the imports of the file that builds printed commands. */
export function withoutOwnCommand(edges: readonly Edge[]): Edge[] {
  return edges.filter(({ from }) => from !== ownCommand);
}

/** Globals with effects or changing values. With them, a replay could diverge from the recorded answers. */
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

/** Returns the lines of a flow that read a clock, chance or the environment. */
export function findUnsteadyLines(source: Source): string[] {
  const found = runningPlacesOf(source).filter(isUnsteady);
  return [...new Set(found.map(({ node }) => `${source.path}: ${lineOf(source, node)}`))];
}

function isUnsteady({ node, within }: Location): boolean {
  if (node.type === "MetaProperty") return true;
  if (isField(node, within)) return false;
  if (isNamed(node, "Date")) return !isOfGivenTime(node, within);
  if (isNamed(node, "AbortSignal")) return within === undefined || !usesOther(within, "timeout");
  if (isNamed(node, "Math")) return within === undefined || !usesOther(within, "random");
  return isNamed(node, ...foreign);
}

/** Returns whether a name is only the name of a field: `deps.process`. */
function isField(node: Node, within: Node | undefined): boolean {
  if (within?.type === "Property") return within["key"] === node && within["shorthand"] !== true;
  const isProperty = within?.type === "MemberExpression" && within["property"] === node;
  return isProperty && within["computed"] !== true;
}

/** Returns whether `Date` is used with a given time: `new Date(at)`, `Date.parse(text)`. */
function isOfGivenTime(node: Node, within: Node | undefined): boolean {
  if (within?.type === "BinaryExpression") return within["operator"] === "instanceof";
  if (within?.type === "NewExpression" && within["callee"] === node) {
    return Array.isArray(within["arguments"]) && within["arguments"].length > 0;
  }
  return within !== undefined && usesOther(within, "now");
}

/** Returns whether an expression reads a literally named field other than the given one. */
function usesOther(node: Node, name: string): boolean {
  const taken = nameInUse({ node, within: undefined });
  return isNode(node["property"]) && taken !== undefined && taken !== name;
}
