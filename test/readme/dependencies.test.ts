import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), "utf8");
// Nothing uses it: it goes when the lock file is written next.
const onItsWayOut = ["ink-testing-library"];

test("the README says what each dependency is for", async () => {
  const page = await read("README.md");
  const { dependencies, devDependencies } = JSON.parse(await read("package.json")) as Manifest;
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const unexplained = names.filter((name) => !page.includes(`\`${name}\``));
  const needed = unexplained.filter((name) => !name.startsWith("@types/"));
  expect(needed.filter((name) => !onItsWayOut.includes(name))).toEqual([]);
});
