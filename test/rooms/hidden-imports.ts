import { isNamed, isNode, lineOf, runningPlacesOf, nameInUse, textOf } from "./syntax.ts";
import type { Place, Source } from "./syntax.ts";

/** Code that loads modules that the import graph cannot find. packages.ts restricts node:module. */
const signs: readonly ((place: Place) => boolean)[] = [
  ({ node }) => node.type === "ImportExpression" && !isLiteral(node["source"]),
  ({ node }) => /^(data:|file:|https?:|\/)/.test(textOf(node["source"]) ?? ""),
  (place) => nameInUse(place) === "getBuiltinModule",
  ({ node }) => isNamed(node, "eval", "Function"),
];

/** Returns the lines of a file with such code. */
export function findHiddenImports(source: Source): string[] {
  const found = runningPlacesOf(source).filter((place) => signs.some((sign) => sign(place)));
  return [...new Set(found.map(({ node }) => `${source.path}: ${lineOf(source, node)}`))];
}

function isLiteral(value: unknown): boolean {
  return isNode(value) && value.type === "Literal";
}
