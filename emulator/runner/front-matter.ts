import { splitAgentic } from "../../src/yaml/front-matter.ts";
import { isRecord } from "../is-record.ts";
import { parseYaml } from "./parse-yaml.ts";
import { WorkflowRefused } from "./yaml-reader.ts";

/** The parsed front matter of a Markdown file, and what stands below it. */
export interface FrontMatter {
  readonly value: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** @throws WorkflowRefused when there is none, or it is no map */
export function readFrontMatter(path: string, text: string): FrontMatter {
  const parts = splitAgentic(text.replaceAll("\r\n", "\n"));
  if (!parts) throw new WorkflowRefused(`${path} has no front matter.`);
  const value = parseYaml(parts.yaml) ?? {};
  if (!isRecord(value)) throw new WorkflowRefused(`The front matter of ${path} is no map.`);
  return { value, body: parts.body };
}

/** What an agentic workflow has above its `on:` is of a trigger; a shared part has none. */
export function hasTrigger(text: string): boolean {
  const { yaml = "" } = splitAgentic(text.replaceAll("\r\n", "\n")) ?? {};
  return /^["']?on["']?[ \t]*:/m.test(yaml);
}
