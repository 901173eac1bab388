import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readFleetList } from "../../../src/plane/fleet/fleet-list.ts";
import { makeFolder } from "../../temporary-folder.ts";

async function listOf(text: string): Promise<string> {
  const file = join(makeFolder("list"), "fleet.txt");
  await writeFile(file, text);
  return file;
}

async function namesOf(given: readonly string[], file?: string) {
  return (await readFleetList(given, file)).map(({ full }) => full);
}

test("a list has the same result in any order, from the command line or from a file", async () => {
  const file = await listOf("\ufeff# ours\r\nglobex/control  # theirs\r\n\r\n  Acme/second\r\n");
  expect(await namesOf(["acme/control"], file)).toEqual([
    "acme/control",
    "Acme/second",
    "globex/control",
  ]);
  expect(await namesOf(["globex/control", "Acme/second", "acme/control"])).toEqual(
    await namesOf(["acme/control"], file),
  );
});

test.each([
  ["$(id)/x"],
  ["acme/a;b"],
  ["acme/`id`"],
  ["acme/${{ secrets.X }}"],
  ["acme/../other"],
  ["acme/.."],
  ['acme/a"b'],
  ["acme/a b"],
  ["acme/a\nacme/b"],
  ["-acme/control"],
  ["acme"],
])("%j is not a repository name", async (name) => {
  await expect(namesOf([name])).rejects.toMatchObject({ exitCode: 2 });
});

test("errors in a list are reported with their location", async () => {
  const twice = await listOf("acme/control\n\nACME/Control\n");
  await expect(namesOf([], twice)).rejects.toThrow(
    `${twice}:3: ACME/Control is listed twice, first at ${twice}:1.`,
  );
  const again = await listOf("acme/control");
  await expect(namesOf(["acme/control"], again)).rejects.toThrow(
    `${again}:1: acme/control is listed twice, first at --repo.`,
  );
  await expect(namesOf([], await listOf("acme/a\nno name\n"))).rejects.toThrow(
    /fleet.txt:2: "no name" is not a full repository name\.$/,
  );
});

test("an empty list and a missing file are refused", async () => {
  await expect(namesOf([])).rejects.toMatchObject({ exitCode: 2 });
  await expect(namesOf([], await listOf("# nothing yet\n"))).rejects.toThrow("The fleet is empty");
  await expect(namesOf([], "nowhere.txt")).rejects.toThrow("File not found: nowhere.txt");
});

test("a fleet can have 256 control repositories; 257 are too many for one run", async () => {
  const names = Array.from({ length: 257 }, (_, at) => `acme/control-${at}`);
  expect(await namesOf(names.slice(1))).toHaveLength(256);
  await expect(namesOf(names)).rejects.toThrow(
    "The fleet has 257 control repositories, but a matrix is limited to 256 jobs.",
  );
});
