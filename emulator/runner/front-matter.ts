import { isRecord } from "../is-record.ts";
import { WorkflowRefused } from "./yaml-reader.ts";

/** The parsed front matter of a Markdown file, and what stands below it. */
export interface FrontMatter {
  readonly value: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** @throws WorkflowRefused when there is none, or it is no map */
export async function readFrontMatter(path: string, text: string): Promise<FrontMatter> {
  const { parseYaml } = await import("./parse-yaml.ts");
  const parts = split(text);
  if (!parts) throw new WorkflowRefused(`${path} has no front matter.`);
  const value = parseYaml(parts.yaml) ?? {};
  if (!isRecord(value)) throw new WorkflowRefused(`The front matter of ${path} is no map.`);
  return { value, body: parts.body };
}

/** What an agentic workflow has above its `on:` is of a trigger; a shared part has none. */
export function hasTrigger(text: string): boolean {
  return /^["']?on["']?[ \t]*:/m.test(split(text)?.yaml ?? "");
}

/** A fence is a line of which three dashes are all but white space; a no-break space is one. */
function split(text: string): { readonly yaml: string; readonly body: string } | undefined {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const isFence = (line = "") => line.trim() === "---";
  const end = lines.findIndex((line, index) => index > 0 && isFence(line));
  if (!isFence(lines[0]) || end === -1) return undefined;
  const yaml = lines.slice(1, end).join("\n").replaceAll("\u00a0", " ");
  return { yaml: `${yaml}\n`, body: lines.slice(end + 1).join("\n") };
}
