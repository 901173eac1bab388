import { typeOf, type YamlNode } from "../../yaml/yaml-node.ts";
import { fault, type Fault } from "../rules/fault.ts";
import type { RuleProblem } from "../rules/rule-options.ts";
import type { WrittenOption } from "./option-table.ts";

export interface ReadConfig {
  readonly written: readonly WrittenOption[];
  readonly problems: readonly RuleProblem[];
}

/** Returns text or a number as written in the file. */
export function readText(node: YamlNode): string | Fault {
  if (node.isAlias) return alias;
  const type = node.kind === "scalar" && typeOf(node);
  return node.kind === "scalar" && (type === "text" || type === "integer" || type === "float")
    ? node.text
    : fault("requires a text value");
}

export const alias = fault("is an alias; write the value itself");

export function wrong(
  { id, text }: Pick<RuleProblem, "id" | "text">,
  { fault: problem, suggestion }: Fault,
): ReadConfig {
  const more = suggestion === undefined ? {} : { suggestion };
  return { written: [], problems: [{ id, text, problem, ...more }] };
}
