import { build } from "esbuild";
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, posix } from "node:path";
import { placesOf, textOf } from "./syntax.ts";

/** Kind of an import: at load time, on demand, or only for the type checker. */
type EdgeKind = "static" | "lazy" | "type";

export interface Edge {
  /** Path from the root, with slashes. */
  readonly from: string;
  /** Path from the root, or the name of a package or a part of Node. */
  readonly to: string;
  readonly kind: EdgeKind;
  readonly isPackage: boolean;
}

/** Lists all source files below these folders as paths from the root. */
export function listSources(root: string, folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => listFiles(join(root, folder)).map((name) => posix.join(folder, name)))
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
    .toSorted();
}

/** Reads all imports of these files: those that esbuild finds, and as types all others that a file names. */
export async function readImports(root: string, files: readonly string[]): Promise<Edge[]> {
  if (files.length === 0) return [];
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...files],
    outdir: "unused",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  const loaded = Object.entries(metafile.inputs).flatMap(([from, { imports }]) =>
    imports.map(({ path, kind, external }) => {
      const isPackage = external === true;
      const to = isPackage ? packageName(path) : path;
      return { from, to, kind: kind === "dynamic-import" ? "lazy" : "static", isPackage } as const;
    }),
  );
  const isLoaded = new Set(loaded.map(({ from, to }) => `${from} ${to}`));
  const named = files.flatMap((file) => readNamedModules(root, file));
  return [...loaded, ...named.filter(({ from, to }) => !isLoaded.has(`${from} ${to}`))];
}

/** Returns all modules that a file loads at its start, each with the file that imports it. */
export function loadedAtStart(edges: readonly Edge[], start: string): Map<string, string> {
  const importers = new Map([[start, start]]);
  for (const file of importers.keys()) {
    for (const { from, to, kind } of edges) {
      if (from === file && kind === "static" && !importers.has(to)) importers.set(to, from);
    }
  }
  return importers;
}

/** Returns all modules that a file names, including types, imports on demand and unreachable code. */
function readNamedModules(root: string, from: string): Edge[] {
  const text = readFileSync(join(root, from), "utf8");
  const named = placesOf({ path: from, text }).flatMap(({ node }) => textOf(node["source"]) ?? []);
  return named.map((path) => {
    const isPackage = !path.startsWith(".");
    const to = isPackage ? packageName(path) : posix.join(dirname(from), path);
    return { from, to, kind: "type", isPackage };
  });
}

function packageName(path: string): string {
  if (isBuiltin(path)) return path.startsWith("node:") ? path : `node:${path}`;
  return path
    .split("/")
    .slice(0, path.startsWith("@") ? 2 : 1)
    .join("/");
}

function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const prefix = folder.length + 1;
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(prefix).replaceAll("\\", "/"));
}
