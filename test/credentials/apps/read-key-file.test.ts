import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readKeyFile } from "../../../src/credentials/apps/read-key-file.ts";
import { failureOf } from "../../forge/forge-bench.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-key-"));
  vi.stubEnv("HOME", folder);
  writeFileSync(join(folder, "key~.pem"), "the key", { mode: 0o600 });
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const read = async (path: string) => (await readKeyFile(path)).reveal();

test("a key is read from its path, from here, and from the home folder", async () => {
  expect(homedir()).toBe(folder);
  const path = join(folder, "key~.pem");
  expect(await read(path)).toBe("the key");
  expect(await read(`  ${path}\n`)).toBe("the key");
  expect(await read(relative(process.cwd(), path))).toBe("the key");
  expect(await read("~/key~.pem")).toBe("the key");
});

test.each([
  ["nothing", "none.pem", "none.pem"],
  ["the home folder itself", "~", ""],
  ["somebody else's home folder, which is not guessed", "~other/key~.pem", undefined],
])("what cannot be read is told by its whole path: %s", async (_, path, name) => {
  const at = path.startsWith("~") ? path : join(folder, path);
  const failure = await failureOf(readKeyFile(at));
  const full = name === undefined ? join(process.cwd(), path) : join(folder, name);
  expect(failure).toMatchObject({
    name: "InvalidInput",
    message: `The file ${full} cannot be read.`,
    hints: [{ say: "Check the path" }],
    cause: expect.objectContaining({ syscall: expect.any(String) }),
  });
});
