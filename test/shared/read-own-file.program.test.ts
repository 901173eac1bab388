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

describe("a file that must belong to the user", () => {
  test("is read", () => {
    writeFileSync(path, "é");
    expect(readOwnFile(path)).toBe("é");
  });

  test("that does not exist is reported with the file system's own error", () => {
    expect(() => readOwnFile(path)).toThrow("ENOENT");
  });

  test("that is a link is refused, whatever its target", () => {
    writeFileSync(`${path}.victim`, "");
    symlinkSync(`${path}.victim`, path);
    expect(() => readOwnFile(path)).toThrow(Planted);
  });

  test("that is a directory is refused", () => {
    mkdirSync(path);
    expect(() => readOwnFile(path)).toThrow(Planted);
  });

  test("that is a pipe is refused, and reading does not wait for the pipe", () => {
    spawnSync("mkfifo", [path]);
    const printed = runApart(`
      const { readOwnFile } = await import("./src/shared/read-own-file.ts");
      readOwnFile(${JSON.stringify(path)});
    `);
    expect(printed).toContain("is not your own regular file");
  });

  test.runIf(process.getuid?.() === 0)("that belongs to another user is refused", () => {
    writeFileSync(path, "");
    chownSync(path, 65_534, 65_534);
    expect(() => readOwnFile(path)).toThrow(Planted);
  });
});
