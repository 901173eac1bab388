import { execFileSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openJournal } from "../../src/prompts/journal.ts";
import { readKeyFile } from "../../src/credentials/apps/read-key-file.ts";
import { readOwnFile } from "../../src/shared/read-own-file.ts";
import { readJsonFile } from "../../src/shared/json-file.ts";
import { readBoundedBytes, readBoundedFile } from "../../src/shared/read-bounded-file.ts";
import { makeFolder } from "../temporary-folder.ts";

const path = (name = "file") => join(makeFolder("bounded"), name);
const limitBytes = 8;

const readers = [
  ["readBoundedFile", (name: string) => readBoundedFile(name, { limitBytes })],
  [
    "readBoundedBytes",
    async (name: string) => new TextDecoder().decode(await readBoundedBytes(name, { limitBytes })),
  ],
] as const;

describe.each(readers)("%s", (_, read) => {
  test("reads a file up to its limit", async () => {
    const file = path();
    writeFileSync(file, "käse 12");
    expect(await read(file)).toBe("käse 12");
    writeFileSync(file, "käse 123");
    await expect(read(file)).rejects.toThrow(`${file} is larger than`);
  });

  test("reads no more of an endless file than its limit", async () => {
    await expect(read("/dev/zero")).rejects.toThrow("/dev/zero is larger than");
  });
});

test("a pipe is read to its end", async () => {
  const pipe = path();
  execFileSync("mkfifo", [pipe]);
  execFileSync("sh", ["-c", 'printf word >"$0" &', pipe], { stdio: "ignore" });
  expect(await readBoundedFile(pipe)).toBe("word");
});

describe("a file of 300 MB is rejected before it uses memory:", () => {
  const header = { flow: "setup", version: 1, host: "f", subject: "acme/control" };
  test.each([
    ["a journal", (file: string) => openJournal(file, header)],
    ["a JSON file", readJsonFile],
    ["a key file", readKeyFile],
    [
      "a file that must belong to the user",
      (file: string) => Promise.resolve().then(() => readOwnFile(file)),
    ],
  ] as const)("%s", async (_, read) => {
    const file = path();
    writeFileSync(file, "");
    truncateSync(file, 300 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    await expect(read(file)).rejects.toThrow(`${file} is larger than 16 MiB.`);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });
});
