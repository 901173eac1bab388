import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Planted, readOwnFile } from "../../src/shared/read-own-file.ts";
import { runApart } from "../emulator/run-apart.ts";

let path: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-own-"));
  path = join(folder, "file");
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

describe("a file of ours", () => {
  test("is read", () => {
    writeFileSync(path, "é");
    expect(readOwnFile(path)).toBe("é");
  });

  test("that is not there is the file system's own error", () => {
    expect(() => readOwnFile(path)).toThrow("ENOENT");
  });

  test("is not a link, whatever its target", () => {
    writeFileSync(`${path}.victim`, "");
    symlinkSync(`${path}.victim`, path);
    expect(() => readOwnFile(path)).toThrow(Planted);
  });

  test("is not a directory", () => {
    mkdirSync(path);
    expect(() => readOwnFile(path)).toThrow(Planted);
  });

  test("is not a pipe, and reading does not wait for one", () => {
    spawnSync("mkfifo", [path]);
    const printed = runApart(`
      const { readOwnFile } = await import("./src/shared/read-own-file.ts");
      readOwnFile(${JSON.stringify(path)});
    `);
    expect(printed).toContain("is not your own regular file");
  });

  test.runIf(process.getuid?.() === 0)("does not belong to another user", () => {
    writeFileSync(path, "");
    chownSync(path, 65_534, 65_534);
    expect(() => readOwnFile(path)).toThrow(Planted);
  });
});
