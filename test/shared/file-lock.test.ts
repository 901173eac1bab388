import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Locked, lockFile } from "../../src/shared/file-lock.ts";
import { Incomplete } from "../../src/shared/errors.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-lock-"));
  path = join(folder, "deep", "setup.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process that lives until it is ended. */
function startOther() {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(end);
  return { pid: child.pid ?? 0, end };
}

function leaveLock(word: string) {
  mkdirSync(join(folder, "deep"));
  writeFileSync(`${path}.lock`, word);
}

describe("a file", () => {
  test("is locked by one file beside it, which goes with the release", () => {
    const lock = lockFile(path);
    expect(readdirSync(join(folder, "deep"))).toEqual(["setup.json.lock"]);
    lock.release();
    lock.release();
    expect(readdirSync(join(folder, "deep"))).toEqual([]);
  });

  test("that a living process holds is refused, naming it, and left alone", async () => {
    const other = startOther();
    leaveLock(`${other.pid} x\n`);
    expect(() => lockFile(path)).toThrow(Locked);
    expect(() => lockFile(path)).toThrow(`Another gatehouse (pid ${other.pid}) works on ${path}.`);
    expect(readdirSync(join(folder, "deep"))).toEqual(["setup.json.lock"]);
    await other.end();
    lockFile(path).release();
  });

  test.each([
    ["a process with our own number", `${process.pid} x\n`],
    ["nobody", ""],
    ["a word", "x"],
  ])("that %s left locked is taken over", (_who, word) => {
    leaveLock(word);
    const lock = lockFile(path);
    lock.release();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test("keeps the lock of whoever took it over", () => {
    const lock = lockFile(path);
    writeFileSync(`${path}.lock`, "1 x\n");
    lock.release();
    expect(existsSync(`${path}.lock`)).toBe(true);
  });

  test("whose folder cannot be made is the person's to mend", () => {
    writeFileSync(join(folder, "deep"), "");
    expect(() => lockFile(path)).toThrow(Incomplete);
  });
});
