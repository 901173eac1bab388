import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the paths of the README and of every page below docs/, relative to the root. */
export function listPages(): string[] {
  const below = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  const pages = below.filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`);
  return ["README.md", ...pages.sort()];
}

export function readPage(page: string): Promise<string> {
  return readFile(join(root, page), "utf8");
}

/**
 * Returns the first block of a language in a page.
 * @throws if the page lacks one
 */
export async function readBlock(page: string, language: string): Promise<string> {
  const block = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "m");
  const [, text] = block.exec(await readPage(page)) ?? [];
  if (text === undefined) throw new Error(`${page} has no block of ${language}`);
  return text;
}

/** Returns the anchors of headings, generated as a code host does. */
export function anchorsOf(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
