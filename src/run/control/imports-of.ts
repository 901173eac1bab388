import { posix } from "node:path";
import { asRecord } from "./workflow-document.ts";
import type { WorkflowDocument } from "./workflow-document.ts";

interface Import {
  readonly path: string;
  /** The import path as written in the workflow. */
  readonly name: string;
  /** Whether the import passes the role that admission requires. */
  readonly namesRole: boolean;
}

/**
 * Returns the files that a workflow imports, as paths in the repository. Imports from other
 * repositories do not resolve to a local file.
 * @see the agentic workflows reference, "Imports": paths are relative to the importing file or to
 *   the repository
 */
export function importsOf({ path, value, body }: WorkflowDocument): Import[] {
  const { imports } = value;
  const listed = Array.isArray(imports) ? imports.flatMap(importIn) : [];
  const inText = liveLines(body).flatMap((line) => {
    const name = /^\{\{#import\??:?\s+([^\s}]+)\s*\}\}$/.exec(line.trim())?.[1];
    return name === undefined ? [] : [{ name, namesRole: false }];
  });
  return [...listed, ...inText].map((each) => ({ ...each, path: resolveImport(path, each.name) }));
}

/**
 * Finds the files that import the control file and specify a role, either directly or through other
 * files.
 */
export function findImporters(
  control: string,
  files: readonly WorkflowDocument[],
): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    const known = importsOf(file).filter(({ path, namesRole }) => path !== control || namesRole);
    for (const { path } of known) {
      const others = importers.get(path) ?? [];
      others.push(file.path);
      importers.set(path, others);
    }
  }
  const found = new Set<string>();
  const open = [control];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const fresh = (importers.get(path) ?? []).filter((each) => !found.has(each));
    for (const each of fresh) found.add(each);
    open.push(...fresh);
  }
  return found;
}

function importIn(entry: unknown): Omit<Import, "path">[] {
  if (typeof entry === "string") return [{ name: entry, namesRole: false }];
  const { uses, path, with: given, inputs } = asRecord(entry);
  const { role } = { ...asRecord(inputs), ...asRecord(given) };
  // An expression is also accepted, because a shared part can pass on the role that it received.
  const namesRole =
    typeof role === "string" && /^(orchestrator|worker|\$\{\{.*\}\})$/.test(role.trim());
  return [uses, path]
    .filter((name) => typeof name === "string")
    .map((name) => ({ name, namesRole }));
}

/** Returns the lines of Markdown text that are outside comments and code blocks. */
function liveLines(body: string): string[] {
  const [head = "", ...parts] = body.split("<!--");
  const rests = parts.map((part) =>
    part.includes("-->") ? part.slice(part.indexOf("-->") + 3) : "",
  );
  const live: string[] = [];
  let fence = "";
  for (const line of [head, ...rests].join("").split("\n")) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence)) fence = "";
    else continue;
    if (fence === "" && mark === "") live.push(line);
  }
  return live;
}

function resolveImport(from: string, name: string): string {
  const bare = name.replace(/#.*$/, "").replace(/\?$/, "");
  if (bare.startsWith("/")) return posix.normalize(bare.slice(1));
  const [folder = ""] = from.split("/");
  if (bare.startsWith(`${folder}/`)) return posix.normalize(bare);
  return posix.join(posix.dirname(from), bare);
}
