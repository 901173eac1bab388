import { isNode, runningPlacesOf } from "../../rooms/syntax.ts";
import type { Node, Source } from "../../rooms/syntax.ts";

/**
 * Returns the texts of a source that describe gatehouse commands: the texts of its hints, with `…`
 * for interpolated values. Commands of other programs have separate texts; a gatehouse command
 * begins with its name, or is composed for its location.
 */
export function findPrinted(source: Source): string[] {
  return runningPlacesOf(source).flatMap(({ node }) => {
    if (node.type !== "ObjectExpression") return [];
    const text = valueOf(node, "text");
    const command = valueOf(node, "command");
    if (!text || !command || isOfAnother(command)) return [];
    return isText(text) ? [textOf(text)] : [];
  });
}

function isOfAnother(command: Node): boolean {
  return isText(command) && !textOf(command).startsWith("gatehouse ");
}

function valueOf({ properties }: Node, name: string): Node | undefined {
  const found = nodesIn(properties).find(({ key }) => isNode(key) && key["name"] === name);
  return found && isNode(found["value"]) ? found["value"] : undefined;
}

function isText({ type }: Node): boolean {
  return type === "Literal" || type === "TemplateLiteral";
}

function textOf({ value, quasis }: Node): string {
  if (typeof value === "string") return value;
  return nodesIn(quasis)
    .map(({ value: part }) => String((part as { cooked?: unknown }).cooked))
    .join("…");
}

function nodesIn(list: unknown): Node[] {
  return Array.isArray(list) ? list.filter(isNode) : [];
}
