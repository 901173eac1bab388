import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { promisify } from "node:util";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { init } from "es-module-lexer";
import { readBuiltinsInUse, withBuiltinsInUse } from "../../scripts/builtins-in-use.mjs";

const run = promisify(execFile);
const banner =
  'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);\n';

beforeAll(() => init);

test.each([
  ['import{join}from"node:path";', 'join("a","b")', "a/b"],
  ['import{join as j,sep}from"node:path";', 'j("a","b")+sep', "a/b/"],
  ['import*as p from"node:path";', 'p.join("a","b")', "a/b"],
  ['import p from"node:path";', 'p.join("a","b")', "a/b"],
  ['import p,{sep as s}from"node:path";', 'p.join("a","b")+s', "a/b/"],
  // A package's own name for the global that is read from.
  ['import process from"node:process";', "typeof process.pid", "number"],
  ['import"node:path";', '"nothing of it"', "nothing of it"],
  // What looks like one in a text is a text.
  ["", '`import{join}from"node:path";`', 'import{join}from"node:path";'],
])("%s %s is %s, without the statement", async (statement, expression, wanted) => {
  const folder = await mkdtemp(join(tmpdir(), "gatehouse-builtins-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "module.mjs");
  // Wherever it stands, it counts from the beginning.
  const text = `${banner}const said=${expression};${statement}console.log(said);`;
  await writeFile(file, text);
  await readBuiltinsInUse(folder);
  expect((await readFile(file, "utf8")).replaceAll(/`[^`]*`/g, "")).not.toContain("import");
  expect((await run(execPath, [file])).stdout).toBe(`${wanted}\n`);
});

test("a module that asks for `require` has it, and its imports of other modules", () => {
  const text = `${banner}import{a}from"./a.mjs";export const b=()=>require("./b.cjs")+a;`;
  const made = withBuiltinsInUse(text);
  expect(made).toMatch(/^const require=.*createRequire\(import\.meta\.url\);/);
  expect(made).toContain('import{a}from"./a.mjs";export const b=()=>require("./b.cjs")+a;');
});

test("a statement that it cannot read ends the build", () => {
  expect(() => withBuiltinsInUse('import{default as p}from"node:path";')).toThrow("cannot read");
});
