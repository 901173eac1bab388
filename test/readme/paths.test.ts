import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Paths in backticks from the root, and where links to files lead. What has a NAME or a star in it is a pattern. */
function findPaths(page: string, text: string): string[] {
  const named = text.matchAll(/`((?:src|components|flows|test|scripts|docs|\.ci)\/[\w./-]*)`/g);
  const linked = text.matchAll(/\]\((?!https?:|#)([^)#]+)/g);
  return [
    ...[...named].map(([, path = ""]) => path).filter((path) => !/[A-Z]{3}/.test(path)),
    ...[...linked].map(([, path = ""]) => join(dirname(page), path)),
  ];
}

test.each([
  "README.md",
  "CONTRIBUTING.md",
  "docs/architecture.md",
  "docs/control-file.md",
  "docs/token.md",
  "docs/fleet.md",
])("every file that %s names is there", (page) => {
  const paths = findPaths(page, readFileSync(join(root, page), "utf8"));
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
