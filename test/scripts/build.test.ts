import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { partsApart, starts } from "../../scripts/esbuild-plugins.mjs";
import { beforeEach, expect, onTestFinished, test } from "vitest";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const run = promisify(execFile);
/** Not built, but copied: the first process in a container. */
const starters = "src/firewall/sandbox/starter";
let clone: string;

/** A clone of a program that prints one word. */
beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), "gatehouse-build-"));
  onTestFinished(() => rm(clone, { recursive: true }));
  await symlink(join(root, "node_modules"), join(clone, "node_modules"));
  await cp(join(root, "scripts"), join(clone, "scripts"), { recursive: true });
  const bugs = { url: "https://bugs.test" };
  const own = { name: "words", version: "1.0.0", type: "module", bugs };
  await save("package.json", JSON.stringify(own));
  await save("src/credentials/keychain/helper/helper.ts", "");
  await saveProgram("first");
  for (const source of Object.keys({ ...partsApart, ...starts })) await save(source, "");
  await cp(join(root, starters), join(clone, starters), { recursive: true });
  await save("flows/setup/unused.ts", "");
  await build();
});

async function save(path: string, text: string) {
  await mkdir(dirname(join(clone, path)), { recursive: true });
  await writeFile(join(clone, path), text);
}

/** A build asks the program for its manual. */
function saveProgram(word: string) {
  const source = `console.log(process.argv[2] === "manual" ? "{}" : "${word}");`;
  return save("src/cli.ts", source);
}

const build = (...args: string[]) => run(execPath, [join(clone, "scripts/build.mjs"), ...args]);
const start = async () => (await run(execPath, [join(clone, "dist/cli.js")])).stdout.trim();
/** What was built is marked; a new build has no mark. */
const mark = () => writeFile(join(clone, "dist/mark"), "");
const isMarked = () =>
  readFile(join(clone, "dist/mark")).then(
    () => true,
    () => false,
  );

test("what is fresh is not built again with --if-stale, and is without", async () => {
  await mark();
  await build("--if-stale");
  expect(await isMarked()).toBe(true);
  await build();
  expect(await isMarked()).toBe(false);
});

test("a source that was changed is built", async () => {
  await saveProgram("second");
  await build("--if-stale");
  expect(await start()).toBe("second");
});

test.each([
  ["a source that was taken away", () => rm(join(clone, "flows/setup/unused.ts"))],
  ["a build that was cut off", () => rm(join(clone, "dist/integrity"))],
  ["a build that was never made", () => rm(join(clone, "dist"), { recursive: true })],
])("%s is noticed", async (_what, change) => {
  await mark();
  await change();
  await build("--if-stale");
  expect(await isMarked()).toBe(false);
  expect(await start()).toBe("first");
});

test("who asks how a control plane stands is given nothing of a group but what that needs", async () => {
  const loads =
    'const load = { a: () => import("./commands/status.ts"), b: () => import("./commands/b.ts") };';
  await save("src/program.ts", `${loads}\nvoid load[process.argv[2]]();`);
  await save("src/commands/status.ts", 'import { one } from "../forge/one.ts"; console.log(one);');
  await save("src/commands/b.ts", 'import { two } from "../forge/two.ts"; console.log(two);');
  await save("src/forge/one.ts", 'export const one = "the first";');
  await save("src/forge/two.ts", 'export const two = "the second"; console.log("two is loaded");');
  await build();
  const program = join(clone, "dist/program.mjs");
  expect((await run(execPath, [program, "a"])).stdout).toBe("the first\n");
});

test("sources of one group stand in one file, which brings none of the others along", async () => {
  const loads =
    'const load = { a: () => import("./commands/a.ts"), b: () => import("./commands/b.ts") };';
  await save("src/program.ts", `${loads}\nvoid load[process.argv[2]]();`);
  await save("src/commands/a.ts", 'import { one } from "../forge/one.ts"; console.log(one);');
  await save("src/commands/b.ts", 'import { two } from "../forge/two.ts"; console.log(two);');
  await save("src/forge/one.ts", 'export const one = "the first";');
  await save("src/forge/two.ts", 'export const two = "the second"; console.log("two is loaded");');
  await save("src/control/three.ts", 'export const three = "the third";');
  await build();
  const files = await readdir(join(clone, "dist"));
  const texts = files
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => readFile(join(clone, "dist", name), "utf8"));
  const holding = (await Promise.all(texts)).filter((text) => text.includes("the first"));
  expect(holding).toEqual([expect.stringContaining("the second")]);
  expect(holding[0]).not.toContain("the third");
  const program = join(clone, "dist/program.mjs");
  expect((await run(execPath, [program, "a"])).stdout).toBe("two is loaded\nthe first\n");
});
