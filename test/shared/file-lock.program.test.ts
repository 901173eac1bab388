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

  test("is locked for nobody else's eyes, and in a folder of nobody else's", () => {
    const lock = lockFile(path);
    const modes = [`${path}.lock`, join(folder, "deep")].map((each) => statSync(each).mode & 0o777);
    expect(modes).toEqual([0o600, 0o700]);
    lock.release();
  });

  test("that a living process holds is refused, naming it, and left alone", async () => {
    const other = startOther();
    leaveLock(`${other.pid} x\n`);
    expect(() => lockFile(path)).toThrow(Locked);
    expect(() => lockFile(path)).toThrow(
      `Another gatehouse process (PID ${other.pid}) works on ${path}.`,
    );
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

  test("that somebody locks while a stale lock is moved away stays locked", () => {
    leaveLock("x");
    const printed = runApart(`
      ${before({ name: "renameSync", on: ".lock" }, `(lock) => fs.writeFileSync(lock, "${process.pid} x")`)}
      const { lockFile } = await import("./src/shared/file-lock.ts");
      lockFile(${JSON.stringify(path)});
    `);
    expect(printed).toContain(`Another gatehouse process (PID ${process.pid}) works on ${path}.`);
    expect(readFileSync(`${path}.lock`, "utf8")).toBe(`${process.pid} x`);
    expect(readdirSync(join(folder, "deep"))).toEqual(["setup.json.lock"]);
  });

  test.each([
    ["has just moved away", "renameSync"],
    ["lets go of at this moment", "openSync"],
  ] as const)("whose stale lock another one %s is locked", (_what, name) => {
    leaveLock("x");
    const printed = runApart(`
      ${before({ name, on: ".lock" }, "(lock) => fs.rmSync(lock)")}
      const { lockFile } = await import("./src/shared/file-lock.ts");
      lockFile(${JSON.stringify(path)}).release();
    `);
    expect(printed).toBe("");
    expect(readdirSync(join(folder, "deep"))).toEqual([]);
  });

  test("with a link in the place of the lock is refused, and the link not followed", () => {
    const victim = join(folder, "victim");
    writeFileSync(victim, `${process.ppid} x\n`);
    mkdirSync(join(folder, "deep"));
    symlinkSync(victim, `${path}.lock`);
    expect(() => lockFile(path)).toThrow(Planted);
    expect(readFileSync(victim, "utf8")).toBe(`${process.ppid} x\n`);
    expect(readdirSync(join(folder, "deep"))).toEqual(["setup.json.lock"]);
  });

  test("whose folder cannot be made is the person's to mend", () => {
    writeFileSync(join(folder, "deep"), "");
    expect(() => lockFile(path)).toThrow(Incomplete);
  });
});

test("below a folder that takes none, a lock is an error at once", () => {
  expect(() => lockFile("/proc/x/gatehouse/setup.json")).toThrow(
    "cannot be written: part of the path does not exist.",
  );
});
