import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readKeyFile } from "../../../src/credentials/apps/read-key-file.ts";
import { failureOf } from "../../forge/forge-bench.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-key-"));
  writeFileSync(join(folder, "key~.pem"), "the key", { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = async (path: string) => (await readKeyFile(path)).reveal();

test("a key is read from an absolute path, a relative path, or the home directory", async () => {
  const path = join(folder, "key~.pem");
  expect(await read(path)).toBe("the key");
  expect(await read(`  ${path}\n`)).toBe("the key");
  expect(await read(relative(process.cwd(), path))).toBe("the key");
  expect(await read(`~/${relative(homedir(), path)}`)).toBe("the key");
});

test("a path that was dropped into the terminal is parsed like a shell argument", async () => {
  const path = join(folder, "it's my (own) key.pem");
  writeFileSync(path, "another key");
  for (const typed of [
    path,
    `${path} `,
    `${pathToFileURL(path).href} `,
    `'${pathToFileURL(path).href.replaceAll("'", "%27")}'`,
    `file://localhost${encodeURI(path)}`,
    `'${path}'`,
    `"${path}"`,
    `'${path.replaceAll("'", "'\\''")}'`,
    path.replaceAll(/[' ()]/g, "\\$&"),
  ]) {
    expect(await read(typed)).toBe("another key");
  }
});

test("a file name that contains a backslash is read unchanged", async () => {
  const path = join(folder, "a\\b.pem");
  writeFileSync(path, "another key");
  expect(await read(path)).toBe("another key");
});

test.each([
  ["a file that does not exist", "none.pem", `File not found: ${join(process.cwd(), "none.pem")}.`],
  [
    "a file URL of a file that does not exist",
    "file:///none/a%20b.pem",
    "File not found: /none/a b.pem.",
  ],
  [
    "a file URL of another host",
    "file://other/a.pem",
    `File not found: ${join(process.cwd(), "file:/other/a.pem")}.`,
  ],
  ["the home directory itself", "~", `${homedir()} is a directory, not a file.`],
  [
    "a file in the home directory that does not exist",
    "~/none/key.pem",
    `File not found: ${join(homedir(), "none/key.pem")}.`,
  ],
  ["a path below a file", "/etc/passwd/a", "Could not read the file /etc/passwd/a."],
  [
    "another user's home directory, which is not expanded",
    "~other/a",
    `File not found: ${join(process.cwd(), "~other/a")}.`,
  ],
])("an unreadable file is reported with its complete path: %s", async (_, path, message) => {
  expect(await failureOf(readKeyFile(path))).toMatchObject({
    name: "InvalidInput",
    message,
    hints: [{ text: "Check the path, or drag the file into the terminal" }],
    cause: expect.objectContaining({ syscall: expect.any(String) }),
  });
});
