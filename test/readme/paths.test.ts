import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { anchorsOf, listPages, readPage } from "./pages.ts";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Returns paths in backticks, relative to the root, and targets of links to files. A path with a
 * NAME or a star is a pattern.
 */
function findPaths(page: string, text: string): string[] {
  const named = text.matchAll(/`((?:src|components|flows|test|scripts|docs|\.ci)\/[\w./-]*)`/g);
  const linked = text.matchAll(/(?:\]\(|^\[[^\]]+\]: |(?:src|srcset)=")(?!https?:|#)([^)#"\n]+)/gm);
  return [
    ...[...named].map(([, path = ""]) => path).filter((path) => !/[A-Z]{3}/.test(path)),
    ...[...linked].map(([, path = ""]) => join(dirname(page), path)),
  ];
}

/** Returns the headings that links point to, each with its page. */
function findAnchors(page: string, text: string): [page: string, anchor: string][] {
  const linked = text.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g);
  return [...linked].map(([, path = "", anchor = ""]) => [
    path === "" ? page : join(dirname(page), path),
    anchor,
  ]);
}

describe("the paths on a page exist:", () => {
  test.each([...listPages(), "CONTRIBUTING.md", "SECURITY.md"])("%s", async (page) => {
    const text = await readPage(page);
    const missing = findPaths(page, text).filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
    for (const [there, anchor] of findAnchors(page, text)) {
      expect(anchorsOf(await readPage(there))).toContain(anchor);
    }
  });
});

test("every page is in the index of the documentation", async () => {
  const listed = findPaths("docs/README.md", await readPage("docs/README.md"));
  const pages = listPages().filter((page) => page !== "docs/README.md");
  expect(pages.filter((page) => !listed.includes(page))).toEqual([]);
});
