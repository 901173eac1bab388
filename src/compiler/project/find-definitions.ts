import type { Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { InvalidInput } from "../../shared/errors.ts";
import { explainRefusal } from "../../shared/json-file.ts";

/** Where definitions are looked for when nobody says where. */
export const definitionsFolder = "agents";

const left = new Set(["node_modules", "dist"]);

/**
 * The definitions that paths stand for: a file itself, and of a folder each Markdown file below it with a front matter.
 * @throws InvalidInput where there is nothing
 */
export async function findDefinitions(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) found.push(...(await findAt(path)));
  return [...new Set(found)];
}

/** The definitions below a folder, if that is there. */
export async function listDefinitions(folder: string): Promise<readonly string[]> {
  const what = await stat(folder).catch(() => undefined);
  return what?.isDirectory() ? findBelow(folder) : [];
}

async function findAt(path: string): Promise<readonly string[]> {
  const what = await stat(path).catch(() => undefined);
  if (!what) {
    throw new InvalidInput(`${path} is not there.`, [
      { say: "Make a first definition", command: "gatehouse new probe" },
    ]);
  }
  return what.isDirectory() ? findBelow(path) : [path];
}

/** The same of the paths that are there. A file without anything in it is being written. */
export async function findPresent(paths: readonly string[]): Promise<readonly string[]> {
  const all = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return findDefinitions(paths.filter((_, at) => all[at]?.isDirectory() || all[at]?.size));
}

/** Which of these files are there no longer. */
export async function findGone(files: readonly string[]): Promise<readonly string[]> {
  const all = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  return files.filter((_, at) => all[at] === undefined);
}

/** A folder and those below it in which definitions are looked for; none where there is no folder. */
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
  const entries = await readdir(folder, { withFileTypes: true }).catch(orRefusal(folder));
  const found: string[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (isFolder(entry)) found.push(...(await findBelow(path)));
    else if (entry.isFile() && entry.name.endsWith(".md") && (await hasFrontMatter(path))) {
      found.push(path);
    }
  }
  return found;
}

/** What goes while one looks is not there. @throws InvalidInput for what this user may not read */
function orRefusal(folder: string): (error: NodeJS.ErrnoException) => Dirent[] {
  return (error) => {
    if (error.code === "ENOENT") return [];
    const refusal = explainRefusal(error);
    if (!refusal) throw error;
    throw new InvalidInput(`${folder} cannot be read: ${refusal.because}.`, [{ say: refusal.say }]);
  };
}

async function hasFrontMatter(path: string): Promise<boolean> {
  // What may not be read is told when it is compiled.
  const text = await readFile(path, "latin1").catch(({ code }: NodeJS.ErrnoException) =>
    code === "ENOENT" ? "" : "---\n",
  );
  return /^(?:\xef\xbb\xbf)?(?:[ \t]*\r?\n)*---[ \t]*\r?\n/.test(text);
}
