import { placesOf } from "../../yaml/positions.ts";
import { readYaml } from "../../yaml/read-yaml.ts";
import type { YamlNode } from "../../yaml/yaml-node.ts";
import type { YamlFault } from "../../yaml/yaml-text.ts";
import type { RuleProblem } from "../rules/rule-options.ts";

/**
 * Returns the location of a value, such as `rules.yml:14:3` (counted from 1), and the beginning of
 * its text, so that users recognize the value.
 */
export type Locate = (spot: { readonly start: number }) => Pick<RuleProblem, "id" | "text">;

export interface ConfigDocument {
  /** Undefined if the file is empty or cannot be parsed. */
  readonly root?: YamlNode;
  readonly problems: readonly RuleProblem[];
  readonly locate: Locate;
}

/**
 * Parses YAML or its subset JSON.
 * @param file file name for locations in messages
 */
export function parseConfig(given: string, file: string): ConfigDocument {
  const text = given.replace(/^\ufeff/, "");
  const placeOf = placesOf(text);
  const locate: Locate = ({ start }) => {
    const { line, column } = placeOf(start);
    return { id: `${file}:${line}:${column}`, text: beginningAt(text, start) };
  };
  const { root, faults } = readYaml(text, { what: "rules file" });
  const reported = faults.filter(({ kind }) => kind !== "alias" && kind !== "core tag");
  const problems = reported.map((fault) => problemOf(fault, { file, locate }));
  // If parsing failed, any further problems would only be consequences of the syntax error.
  const isReadable = reported.every(({ kind }) => kind === "twice" || kind === "tag");
  return { ...(root && isReadable && { root }), problems, locate };
}

function problemOf(
  { kind, offset, message, reason = message }: YamlFault,
  { file, locate }: { readonly file: string; readonly locate: Locate },
): RuleProblem {
  if (kind === "depth") return { id: file, text: "the file", problem: message };
  const problem = kind === "twice" ? "occurs twice" : `cannot be read: ${reason}`;
  return { ...locate({ start: offset }), problem };
}

function beginningAt(text: string, start: number): string {
  const line = /^[^\n]*/.exec(text.slice(start, start + 200))?.[0].trim() ?? "";
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
