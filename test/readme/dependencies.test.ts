import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), "utf8");

test("the README says what each dependency is for", async () => {
  const page = await read("README.md");
  const { dependencies, devDependencies } = JSON.parse(await read("package.json")) as Manifest;
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const unexplained = names.filter((name) => !page.includes(`\`${name}\``));
  expect(unexplained.filter((name) => !name.startsWith("@types/"))).toEqual([]);
});
