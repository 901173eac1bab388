import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../src/shared/make-folder.ts";
import { root } from "../build-for-run.ts";
import { listSources } from "../rooms/import-graph.ts";
import { makeFolder as makeTemporary } from "../temporary-folder.ts";

test("a folder and its missing parents are created, and an existing folder does not change", () => {
  const path = join(makeTemporary("folder"), "one", "two");
  makeFolder(path, 0o700);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  mkdirSync(join(path, "kept"), { mode: 0o755 });
  makeFolder(join(path, "kept"), 0o700);
  expect(statSync(join(path, "kept")).mode & 0o777).toBe(0o755);
});

test("a link to a folder counts as a folder; a broken link and a file do not", () => {
  const at = (name: string) => join(folder, name);
  const folder = makeTemporary("folder");
  mkdirSync(at("real"));
  symlinkSync("real", at("link"));
  symlinkSync("nowhere", at("loose"));
  writeFileSync(at("file"), "");
  makeFolder(at("link/new"), 0o700);
  expect(statSync(at("real/new")).isDirectory()).toBe(true);
  expect(() => makeFolder(at("loose"), 0o700)).toThrow("EEXIST");
  expect(() => makeFolder(at("file/new"), 0o700)).toThrow("ENOTDIR");
});

test.each(["/proc/x", "/proc/x/y/z"])(
  "%s, where a folder cannot be created, is an error",
  (path) => {
    expect(() => makeFolder(path, 0o700)).toThrow("ENOENT");
  },
);

test("no source creates folders with Node's recursive mkdir", () => {
  const sources = listSources(root, ["src", "flows", "components", "emulator"]);
  const looping = sources.filter((path) =>
    /\bmkdir(Sync)?\([^;]*recursive/.test(readFileSync(join(root, path), "utf8")),
  );
  // The emulator's runner runs this file as a separate program.
  expect(looping).toEqual(["emulator/runner/compile-agentic.ts"]);
});
