import { isNamed, isNode, lineOf, runningPlacesOf, nameInUse, textOf } from "./syntax.ts";
import type { Location, Source } from "./syntax.ts";

/** Code that loads modules that the import graph cannot find. packages.ts restricts node:module. */
const signs: readonly ((location: Location) => boolean)[] = [
  ({ node }) => node.type === "ImportExpression" && !isLiteral(node["source"]),
  ({ node }) => /^(data:|file:|https?:|\/)/.test(textOf(node["source"]) ?? ""),
  (location) => nameInUse(location) === "getBuiltinModule",
  ({ node }) => isNamed(node, "eval", "Function"),
];

/** Returns the lines of a file with such code. */
export function findHiddenImports(source: Source): string[] {
  const found = runningPlacesOf(source).filter((location) => signs.some((sign) => sign(location)));
  return [...new Set(found.map(({ node }) => `${source.path}: ${lineOf(source, node)}`))];
}

function isLiteral(value: unknown): boolean {
  return isNode(value) && value.type === "Literal";
}
