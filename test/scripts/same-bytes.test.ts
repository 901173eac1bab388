import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { root } from "../build-for-run.ts";
import { makeFolder } from "../temporary-folder.ts";

const sources =
  "src components flows emulator scripts CHANGELOG.md package.json package-lock.json tsconfig.json";

/**
 * Builds a clone of its own.
 * @returns the content of each file of the build, by path
 */
async function buildClone(folder: string): Promise<Record<string, string>> {
  mkdirSync(folder);
  for (const source of sources.split(" "))
    cpSync(join(root, source), join(folder, source), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  await promisify(execFile)(execPath, [join(folder, "scripts/build.mjs")]);
  const built = readdirSync(join(folder, "dist"), { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    built
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "latin1")]),
  );
}

test("two clones in different directories build identical files", async () => {
  const base = makeFolder("clones");
  const [one, other] = await Promise.all(
    ["a", "another clone of it"].map((name) => buildClone(join(base, name))),
  );
  expect(Object.keys(one ?? {}).length).toBeGreaterThan(100);
  expect(Object.keys(one ?? {})).toEqual(Object.keys(other ?? {}));
  const differing = Object.keys(one ?? {}).filter((path) => one?.[path] !== other?.[path]);
  expect(differing).toEqual([]);
});
