import { realpathSync, type Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { InvalidInput, UserError, type Hint } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { explainUnreadable } from "../../shared/json-file.ts";
import { readPlainFile } from "./read-plain-file.ts";
import { codeOf } from "../../shared/error-code.ts";

/** Default folder for definitions. */
export const definitionsFolder = "agents";

const left = new Set(["node_modules", "dist"]);

/**
 * Finds the definitions at the given paths, each once. A path can be a file. In a folder and its
 * subfolders, finds each Markdown file that has front matter or cannot be read.
 * @throws InvalidInput if no definition is found
 */
export async function findDefinitions(
  paths: readonly string[],
  options: FindOptions = {},
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) found.push(...(await findAt(path, options)));
  return eachOnce(found);
}

interface FindOptions {
  /** Naming convention from the command line, for the command that an error suggests. */
  readonly brand?: string | undefined;
}

function eachOnce(sources: readonly string[]): readonly string[] {
  const found = new Map<string, string>();
  for (const source of sources) {
    const own = ownPath(source);
    if (!found.has(own)) found.set(own, source);
  }
  return [...found.values()];
}

/**
 * Resolves links in the folder part of a path, so that each file is found once. A file that is
 * itself a link has its own pipeline.
 */
function ownPath(source: string): string {
  const path = resolve(source);
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

/**
 * Lists the definitions in a folder and its subfolders. The list is empty if the folder does not
 * exist.
 */
export async function listDefinitions(folder: string): Promise<readonly string[]> {
  const what = await stat(folder).catch(() => undefined);
  return what?.isDirectory() ? findBelow(folder) : [];
}

/** Returns the definitions in the directory of a path, for an error. */
async function listBeside(path: string): Promise<readonly string[]> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => join(folder, name));
}

/** Maximum number of definitions that an error suggests. */
const mostSuggested = 5;

async function findAt(path: string, options: FindOptions): Promise<readonly string[]> {
  const what = await stat(resolve(path)).catch(({ code }: NodeJS.ErrnoException) => code);
  if (what === "ENOENT" || what === "ENOTDIR") {
    const hint = await suggestDefinition(await listBeside(path), options);
    throw new InvalidInput(`Not found: ${path}.`, [hint]);
  }
  // If the path cannot be inspected, the error is reported when the file is read.
  if (typeof what !== "object" || !what.isDirectory()) return [path];
  const found = await findBelow(path);
  if (found.length > 0) return found;
  throw new InvalidInput(`No definitions found in ${path}.`, [
    await suggestDefinition([], options),
  ]);
}

/** Suggests existing definitions, or a command that creates the first one. */
async function suggestDefinition(beside: readonly string[], { brand }: FindOptions): Promise<Hint> {
  const others = beside.length > 0 ? beside : await listDefinitions(definitionsFolder);
  const shown = others.slice(0, mostSuggested);
  if (shown.length > 0) return { text: `Use one of these definitions: ${shown.join(", ")}` };
  const words = brand === undefined ? [] : ["--brand", brand];
  return { text: "Create a first definition", command: ownCommandLine("new", "probe", ...words) };
}

/**
 * Finds definitions like `findDefinitions`, but returns an empty list if there are none. Ignores
 * empty files, because an editor may be writing them.
 */
export async function findPresent(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const what = await stat(path).catch(() => undefined);
    if (what?.isDirectory()) found.push(...(await findBelow(path)));
    else if (what && what.size > 0) found.push(path);
  }
  return eachOnce(found);
}

/** Returns the files that no longer exist. */
export async function findGone(files: readonly string[]): Promise<readonly string[]> {
  const all = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  return files.filter((_, at) => all[at] === undefined);
}

export async function isGone(file: string): Promise<boolean> {
  return (await findGone([file])).length > 0;
}

/**
 * Lists the folders to search for definitions: a folder and its subfolders. The list is empty if
 * the folder does not exist.
 */
export async function findFoldersBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (!entries) return [];
  const below = entries.filter(isFolder).map(({ name }) => findFoldersBelow(join(folder, name)));
  return [folder, ...(await Promise.all(below)).flat()];
}

function isFolder(entry: Dirent): boolean {
  return entry.isDirectory() && !left.has(entry.name) && !entry.name.startsWith(".");
}

async function findBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await listFolder(folder)) {
    const path = join(folder, entry.name);
    if (isFolder(entry)) found.push(...(await findBelow(path)));
    else if (entry.isFile() && entry.name.endsWith(".md") && mayBeDefinition(path)) {
      found.push(path);
    }
  }
  return found;
}

async function listFolder(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    // The folder was deleted during the search.
    if (codeOf(error) === "ENOENT") return [];
    throw explainUnreadable(folder, error);
  }
}

/**
 * Maximum number of bytes to search for front matter. Large enough for many leading empty lines.
 */
const headLength = 64 * 1024;

function mayBeDefinition(path: string): boolean {
  try {
    const { bytes = new Uint8Array() } = readPlainFile(path, headLength) ?? {};
    const text = Buffer.from(bytes).toString("latin1");
    return /^(?:\xef\xbb\xbf)?(?:[ \t]*\r?\n)*---[ \t]*\r?\n/.test(text);
  } catch (error) {
    if (error instanceof UserError) return true;
    throw error;
  }
}
