import { isRecord } from "../is-record.ts";
import { WorkflowRefused } from "./yaml-reader.ts";

/** The parsed front matter of a Markdown file, and what stands below it. */
export interface FrontMatter {
  readonly value: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const fences = /^---[ \t]*\n([^]*?\n)??---[ \t]*(?:\n|$)/;

/** @throws WorkflowRefused when there is none, or it is no map */
export async function readFrontMatter(path: string, text: string): Promise<FrontMatter> {
  const { parseYaml } = await import("./parse-yaml.ts");
  const plain = text.replaceAll("\r\n", "\n");
  const [whole, inner = ""] = fences.exec(plain) ?? [];
  if (whole === undefined) throw new WorkflowRefused(`${path} has no front matter.`);
  const value = parseYaml(inner) ?? {};
  if (!isRecord(value)) throw new WorkflowRefused(`The front matter of ${path} is no map.`);
  return { value, body: plain.slice(whole.length) };
}

/** What an agentic workflow has above its `on:` is of a trigger; a shared part has none. */
export function hasTrigger(text: string): boolean {
  const [, inner = ""] = fences.exec(text.replaceAll("\r\n", "\n")) ?? [];
  return /^["']?on["']?[ \t]*:/m.test(inner);
}
