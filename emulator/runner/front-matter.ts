import { splitAgentic } from "../../src/yaml/front-matter.ts";
import { isRecord } from "../is-record.ts";
import { parseYaml } from "./parse-yaml.ts";
import { WorkflowRefused } from "./yaml-reader.ts";

/** The parsed front matter of a Markdown file, and the text after it. */
export interface FrontMatter {
  readonly value: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** @throws WorkflowRefused if the front matter is missing or not a map */
export function readFrontMatter(path: string, text: string): FrontMatter {
  const parts = splitAgentic(text.replaceAll("\r\n", "\n"));
  if (!parts) throw new WorkflowRefused(`${path} has no front matter.`);
  const value = parseYaml(parts.yaml) ?? {};
  if (!isRecord(value)) throw new WorkflowRefused(`The front matter of ${path} is not a map.`);
  return { value, body: parts.body };
}

/** Returns whether the front matter has a trigger. Shared parts do not have one. */
export function hasTrigger(text: string): boolean {
  const { yaml = "" } = splitAgentic(text.replaceAll("\r\n", "\n")) ?? {};
  return /^["']?on["']?[ \t]*:/m.test(yaml);
}
