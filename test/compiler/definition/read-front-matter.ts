import { readDefinition } from "../../../src/compiler/definition/read-definition.ts";
import { splitSource } from "../../../src/compiler/source/source-file.ts";

/** Reads an agent definition with this front matter. */
export function readFrontMatter(
  yaml: string,
  { body = "Look.", brand = "forge" }: { body?: string; brand?: "forge" | "github" } = {},
) {
  return readDefinition(splitSource(`---\n${yaml}\n---\n${body}\n`), brand);
}

/** Returns one line per message: `path line:column message`. */
export function said(
  found: readonly { path: string; line: number; column: number; message: string }[],
) {
  return found.map(({ path, line, column, message }) => `${path} ${line}:${column} ${message}`);
}
