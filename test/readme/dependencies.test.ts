import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), "utf8");

const readManifest = async () => JSON.parse(await read("package.json")) as Manifest;

test("bundled packages are not installed for users: the only dependency is keytar, which is optional", async () => {
  const { dependencies, optionalDependencies } = await readManifest();
  expect(dependencies).toBeUndefined();
  expect(Object.keys(optionalDependencies)).toEqual(["keytar"]);
});

test("CONTRIBUTING explains each dependency", async () => {
  const page = await read("CONTRIBUTING.md");
  const { optionalDependencies, devDependencies } = await readManifest();
  const names = Object.keys({ ...optionalDependencies, ...devDependencies });
  const unexplained = names.filter((name) => !page.includes(`\`${name}\``));
  expect(unexplained.filter((name) => !name.startsWith("@types/"))).toEqual([]);
});
