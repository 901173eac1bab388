import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { sweepLeftovers } from "../../emulator/state/sweep.ts";
import { makeFolder } from "../temporary-folder.ts";
import { openForge } from "./open-forge.ts";
import { before, runApart } from "./run-apart.ts";

let folder: string;
/** PID of a process that has exited. */
let gone: number | undefined;
beforeEach(async () => {
  folder = makeFolder("sweep");
  const child = spawn("true");
  await once(child, "exit");
  gone = child.pid;
});

describe("the temporary folders of a forge", () => {
  test("that was killed are deleted with their contents when another forge starts", async () => {
    vi.stubEnv("TMPDIR", folder);
    for (const kind of ["job", "cli"]) {
      mkdirSync(join(folder, `forge-${kind}-${gone}-abc`));
      writeFileSync(join(folder, `forge-${kind}-${gone}-abc`, "script"), "");
    }
    const { emulator } = await openForge();
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([emulator.cliConfigDir]);
  });

  test("remain while it runs, and so do directories with merely similar names", () => {
    const names = [
      `forge-job-${process.pid}-abc`,
      `forge-job-${gone}`,
      `forge-jobs-${gone}-abc`,
      `my-forge-job-${gone}-abc`,
      `forge-job-${gone}-abc.txt`,
    ];
    for (const name of names) mkdirSync(join(folder, name));
    writeFileSync(join(folder, `forge-job-${gone}-file`), "");
    symlinkSync(folder, join(folder, `forge-job-${gone}-link`));
    const all = readdirSync(folder);
    sweepLeftovers(folder);
    expect(readdirSync(folder)).toEqual(all);
  });

  test.runIf(process.getuid?.() === 0)("remain if they belong to another user", () => {
    const path = join(folder, `forge-job-${gone}-abc`);
    mkdirSync(path);
    chownSync(path, 65_534, 65_534);
    sweepLeftovers(folder);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test("are ignored if their parent does not exist", () => {
    expect(() => sweepLeftovers(join(folder, "nowhere"))).not.toThrow();
  });

  test("can be swept by another forge at the same moment", () => {
    for (const name of ["abc", "def"]) mkdirSync(join(folder, `forge-job-${gone}-${name}`));
    const printed = runApart(`
      ${before({ name: "lstatSync", on: "-abc" }, "(path) => fs.rmdirSync(path)")}
      const { sweepLeftovers } = await import("./emulator/state/sweep.ts");
      sweepLeftovers(${JSON.stringify(folder)});
    `);
    expect(printed).toBe("");
    expect(readdirSync(folder)).toEqual([]);
  });
});
