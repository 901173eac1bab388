import { posix } from "node:path";
import { asRecord } from "./workflow-document.ts";
import type { WorkflowDocument } from "./workflow-document.ts";

/**
 * The files that a workflow imports, as paths of the repository. One of another repository is none of them.
 * @see the reference of agentic workflows, "Imports": paths are the importing file's, or the repository's
 */
export function importsOf({ path, value, body }: WorkflowDocument): string[] {
  const { imports } = value;
  const listed = Array.isArray(imports) ? imports.flatMap(nameOf) : [];
  const inText = [...body.matchAll(/\{\{#import\??:?\s+([^\s}]+)\s*\}\}/g)].map(
    ([, name = ""]) => name,
  );
  return [...listed, ...inText].map((name) => resolveImport(path, name));
}

/** Whether a file leads to another by imports. */
export function leadsTo(
  wanted: string,
  path: string,
  files: ReadonlyMap<string, WorkflowDocument>,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  const workflow = files.get(path);
  if (!workflow || seen.has(path)) return false;
  const imported = importsOf(workflow);
  return imported.some(
    (each) => each === wanted || leadsTo(wanted, each, files, new Set([...seen, path])),
  );
}

function nameOf(entry: unknown): string[] {
  if (typeof entry === "string") return [entry];
  const { uses, path } = asRecord(entry);
  return [uses, path].filter((name) => typeof name === "string");
}

function resolveImport(from: string, name: string): string {
  const bare = name.replace(/#.*$/, "").replace(/\?$/, "");
  if (bare.startsWith("/")) return posix.normalize(bare.slice(1));
  const [folder = ""] = from.split("/");
  if (bare.startsWith(`${folder}/`)) return posix.normalize(bare);
  return posix.join(posix.dirname(from), bare);
}
