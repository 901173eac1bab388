import { execa } from "execa";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { placesOf } from "./syntax.ts";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const configFile = ".oxlintrc.json";

const guesses: Readonly<Record<string, string>> = {
  "a cast of a renamed field":
    "const { body: found } = answer; export const id = (found as { id: number }).id;",
  "a cast in a generic function": "export function shape<T>(it: unknown): T { return it as T; }",
  "a cast of parsed data": "export const it = JSON.parse(text) as { id: number };",
  "a type for parsed data": "export const it: { id: number } = JSON.parse(text);",
  "a return of parsed data": "export const read = (): { id: number } => JSON.parse(text);",
  "a field of parsed data": "export const id = String(JSON.parse(text).id);",
};
const requests: Readonly<Record<string, string>> = {
  "Node's fetch, called": "export const it = fetch(text);",
  "Node's fetch, passed on": "export const it = [text].map((url) => ({ url, fetch }));",
};
const right: Readonly<Record<string, string>> = {
  "a local function named fetch":
    "export const it = ({ fetch }: { fetch: () => void }) => [{ fetch }];",
  "parsed data that is checked":
    "const it: unknown = JSON.parse(text); export const isText = typeof it === 'string';",
};
const given =
  "export declare const text: string; export declare const answer: { body: unknown };\n";

describe("the linter finds what the test of the rooms cannot detect", () => {
  const tree = mkdtempSync(join(tmpdir(), "gatehouse-lint-"));
  let found: string[] = [];
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  beforeAll(async () => {
    for (const name of [configFile, "tsconfig.json", "package.json"]) {
      cpSync(join(root, name), join(tree, name));
    }
    symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
    mkdirSync(join(tree, "src/plane/repository"), { recursive: true });
    for (const [name, text] of Object.entries({ ...guesses, ...requests, ...right })) {
      writeFileSync(join(tree, pathOf(name)), given + text);
    }
    const options = ["--type-aware", "--format=unix", "src"];
    const lint = await execa(join(root, "node_modules/.bin/oxlint"), options, {
      cwd: tree,
      reject: false,
    });
    found = lint.stdout.split("\n");
  }, 60_000);

  const rulesOf = (name: string) => found.filter((line) => line.includes(`${pathOf(name)}:`));

  test.each(Object.keys(guesses))("%s is rejected", (name) => {
    expect(rulesOf(name).join()).toContain("typescript(no-unsafe-");
  });

  test.each(Object.keys(requests))("%s is rejected", (name) => {
    expect(rulesOf(name).join()).toContain("eslint(no-restricted-globals)");
  });

  test.each(Object.keys(right))("%s is allowed", (name) => {
    expect(rulesOf(name)).toEqual([]);
  });
});

test("each file that is allowed to cast exists and contains a cast", () => {
  const config = readFileSync(join(root, configFile), "utf8").replaceAll(/^ *\/\/.*$/gm, "");
  const { overrides }: { overrides: readonly Override[] } = JSON.parse(config);
  const free = overrides
    .filter(({ rules }) => rules["typescript/no-unsafe-type-assertion"] === "off")
    .flatMap(({ files }) => files);
  const casting = free.filter((path) => {
    const locations = placesOf({ path, text: readFileSync(join(root, path), "utf8") });
    return locations.some(({ node }) => node.type === "TSAsExpression");
  });
  expect(free).not.toEqual([]);
  expect(casting).toEqual(free);
});

interface Override {
  readonly files: readonly string[];
  readonly rules: Readonly<Record<string, unknown>>;
}

function pathOf(name: string): string {
  return `src/plane/repository/${name.replaceAll(/\W+/g, "-").toLowerCase()}.ts`;
}
