import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeEach, expect, onTestFinished, test } from "vitest";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const run = promisify(execFile);
/** The first process in a container, with its imports. */
const starters = ["src/firewall/sandbox", "src/shared"];
let clone: string;

/** Creates a clone of a program that prints one word. */
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
  await save("src/admit.ts", "");
  await save("src/firewall.ts", "");
  for (const folder of starters) {
    await cp(join(root, folder), join(clone, folder), { recursive: true });
  }
  await save("flows/setup/unused.ts", "");
  await build();
});

async function save(path: string, text: string) {
  await mkdir(dirname(join(clone, path)), { recursive: true });
  await writeFile(join(clone, path), text);
}

/** Writes the program. A build runs it to generate its manual. */
function saveProgram(word: string) {
  const source = `console.log(process.argv[2] === "manual" ? "{}" : "${word}");`;
  return save("src/cli.ts", source);
}

const build = (...args: string[]) => run(execPath, [join(clone, "scripts/build.mjs"), ...args]);
const start = async () => (await run(execPath, [join(clone, "dist/cli.js")])).stdout.trim();
/** Marks the build; a new build does not contain the mark. */
const mark = () => writeFile(join(clone, "dist/mark"), "");
const isMarked = () =>
  readFile(join(clone, "dist/mark")).then(
    () => true,
    () => false,
  );

test("an up-to-date build is skipped with --if-stale, and repeated without it", async () => {
  await mark();
  await build("--if-stale");
  expect(await isMarked()).toBe(true);
  await build();
  expect(await isMarked()).toBe(false);
});

test("a changed source is built", async () => {
  await saveProgram("second");
  await build("--if-stale");
  expect(await start()).toBe("second");
});

test.each([
  ["a deleted source", () => rm(join(clone, "flows/setup/unused.ts"))],
  ["an interrupted build", () => rm(join(clone, "dist/integrity"))],
  ["a missing build", () => rm(join(clone, "dist"), { recursive: true })],
])("%s causes a new build", async (_what, change) => {
  await mark();
  await change();
  await build("--if-stale");
  expect(await isMarked()).toBe(false);
  expect(await start()).toBe("first");
});
