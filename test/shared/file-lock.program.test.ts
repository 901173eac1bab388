import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Locked, lockFile } from "../../src/shared/file-lock.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { Planted } from "../../src/shared/read-own-file.ts";
import { before, runApart } from "../emulator/run-apart.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-lock-"));
  path = join(folder, "deep", "setup.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts a process that runs until it is killed. */
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
  test("is locked by one file next to it, which is deleted on release", () => {
    const lock = lockFile(path);
    expect(readdirSync(join(folder, "deep"))).toEqual(["setup.json.lock"]);
    lock.release();
    lock.release();
    expect(readdirSync(join(folder, "deep"))).toEqual([]);
  });

  test("is locked with a file and a directory that only the owner can read", () => {
    const lock = lockFile(path);
    const modes = [`${path}.lock`, join(folder, "deep")].map((each) => statSync(each).mode & 0o777);
    expect(modes).toEqual([0o600, 0o700]);
    lock.release();
  });

  test("that a running process has locked is refused with its pid, and left unchanged", async () => {
    const other = startOther();
    leaveLock(`${other.pid} x\n`);
    expect(() => lockFile(path)).toThrow(Locked);
    expect(() => lockFile(path)).toThrow(
      `Another gatehouse process (PID ${other.pid}) is using ${path}.`,
    );
    expect(readdirSync(join(folder, "deep"))).toEqual(["setup.json.lock"]);
    await other.end();
    lockFile(path).release();
  });

  test.each([
    ["contains our own PID", `${process.pid} x\n`],
    ["is empty", ""],
    ["is not a PID", "x"],
  ])("with a lock that %s can be locked again", (_who, word) => {
    leaveLock(word);
    const lock = lockFile(path);
    lock.release();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test("keeps a lock that another process wrote in its place", () => {
    const lock = lockFile(path);
    writeFileSync(`${path}.lock`, "1 x\n");
    lock.release();
    expect(existsSync(`${path}.lock`)).toBe(true);
  });

  test("stays locked if another process locks it while a stale lock is moved away", () => {
    leaveLock("x");
    const printed = runApart(`
      ${before({ name: "renameSync", on: ".lock" }, `(lock) => fs.writeFileSync(lock, "${process.pid} x")`)}
      const { lockFile } = await import("./src/shared/file-lock.ts");
      lockFile(${JSON.stringify(path)});
    `);
    expect(printed).toContain(`Another gatehouse process (PID ${process.pid}) is using ${path}.`);
    expect(readFileSync(`${path}.lock`, "utf8")).toBe(`${process.pid} x`);
    expect(readdirSync(join(folder, "deep"))).toEqual(["setup.json.lock"]);
  });

  test("keeps a lock that replaced a stale one since it was read, at every moment", () => {
    leaveLock("4194304 stale");
    const printed = runApart(`
      import fs from "node:fs";
      const lock = ${JSON.stringify(`${path}.lock`)};
      process.kill = (pid) => {
        if (!fs.existsSync(lock)) console.error("The lock was moved.");
        if (pid !== 4194304) return true;
        fs.writeFileSync(lock, "${process.pid} x");
        throw Object.assign(new Error(), { code: "ESRCH" });
      };
      const { lockFile } = await import("./src/shared/file-lock.ts");
      lockFile(${JSON.stringify(path)});
    `);
    expect(printed).not.toContain("The lock was moved.");
    expect(printed).toContain(`Another gatehouse process (PID ${process.pid}) is using ${path}.`);
    expect(readFileSync(`${path}.lock`, "utf8")).toBe(`${process.pid} x`);
  });

  test.each([
    ["has just moved away", "renameSync"],
    ["releases at this moment", "openSync"],
  ] as const)("whose stale lock another process %s is locked", (_what, name) => {
    leaveLock("x");
    const printed = runApart(`
      ${before({ name, on: ".lock" }, "(lock) => fs.rmSync(lock)")}
      const { lockFile } = await import("./src/shared/file-lock.ts");
      lockFile(${JSON.stringify(path)}).release();
    `);
    expect(printed).toBe("");
    expect(readdirSync(join(folder, "deep"))).toEqual([]);
  });

  test("with a link in place of the lock is refused, and the link is not followed", () => {
    const victim = join(folder, "victim");
    writeFileSync(victim, `${process.ppid} x\n`);
    mkdirSync(join(folder, "deep"));
    symlinkSync(victim, `${path}.lock`);
    expect(() => lockFile(path)).toThrow(Planted);
    expect(readFileSync(victim, "utf8")).toBe(`${process.ppid} x\n`);
    expect(readdirSync(join(folder, "deep"))).toEqual(["setup.json.lock"]);
  });

  test("whose directory cannot be created is reported as fixable by the user", () => {
    writeFileSync(join(folder, "deep"), "");
    expect(() => lockFile(path)).toThrow(Incomplete);
  });
});

test("below a directory that accepts no files, a lock is an error at once", () => {
  expect(() => lockFile("/proc/x/gatehouse/setup.json")).toThrow(
    "Could not write /proc/x/gatehouse/setup.json.lock: part of the path does not exist.",
  );
});
