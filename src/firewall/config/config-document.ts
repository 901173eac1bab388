import { placesOf } from "../../yaml/places.ts";
import { readYaml } from "../../yaml/read-yaml.ts";
import type { YamlNode } from "../../yaml/yaml-node.ts";
import type { YamlFault } from "../../yaml/yaml-text.ts";
import type { RuleProblem } from "../rules/rule-options.ts";

/** Returns the place of a value, `rules.yml:14:3` from 1, and its beginning, by which a person recognises it. */
export type Locate = (spot: { readonly start: number }) => Pick<RuleProblem, "id" | "text">;

export interface ConfigDocument {
  /** Undefined if the file is empty or cannot be read. */
  readonly root?: YamlNode;
  readonly problems: readonly RuleProblem[];
  readonly locate: Locate;
}

/** Parses YAML, and JSON, which is a part of it. @param file how it is called in places */
export function parseConfig(given: string, file: string): ConfigDocument {
  const text = given.replace(/^\ufeff/, "");
  const placeOf = placesOf(text);
  const locate: Locate = ({ start }) => {
    const { line, column } = placeOf(start);
    return { id: `${file}:${line}:${column}`, text: beginningAt(text, start) };
  };
  const { root, faults } = readYaml(text, { what: "rules file" });
  const told = faults.filter(({ kind }) => kind !== "alias" && kind !== "core tag");
  const problems = told.map((fault) => problemOf(fault, { file, locate }));
  // What else would be said of a text that could not be parsed is not what its author wrote.
  const isReadable = told.every(({ kind }) => kind === "twice" || kind === "tag");
  return { ...(root && isReadable && { root }), problems, locate };
}

function problemOf(
  { kind, offset, message, reason = message }: YamlFault,
  { file, locate }: { readonly file: string; readonly locate: Locate },
): RuleProblem {
  if (kind === "depth") return { id: file, text: "the file", problem: message };
  const problem = kind === "twice" ? "is there twice" : `cannot be read: ${reason}`;
  return { ...locate({ start: offset }), problem };
}

function beginningAt(text: string, start: number): string {
  const line = /^[^\n]*/.exec(text.slice(start, start + 200))?.[0].trim() ?? "";
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
