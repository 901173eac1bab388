import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { InvalidInput } from "../../shared/errors.ts";

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

async function findBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !left.has(entry.name) && !entry.name.startsWith(".")) {
      found.push(...(await findBelow(path)));
    } else if (entry.isFile() && entry.name.endsWith(".md") && (await hasFrontMatter(path))) {
      found.push(path);
    }
  }
  return found;
}

async function hasFrontMatter(path: string): Promise<boolean> {
  const text = await readFile(path, "latin1");
  return /^(?:\xef\xbb\xbf)?(?:[ \t]*\r?\n)*---[ \t]*\r?\n/.test(text);
}
