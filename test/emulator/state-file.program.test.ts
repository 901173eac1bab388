import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../emulator/emulator.ts";
import { acme, makeWorld } from "../../emulator/state/seed.ts";
import { writeAtomically } from "../../src/shared/write-atomically.ts";
import { Locked } from "../../src/shared/file-lock.ts";
import { Planted } from "../../src/shared/read-own-file.ts";
import { makeFolder } from "../temporary-folder.ts";
import { openForge } from "./open-forge.ts";
import { before, runApart } from "./run-apart.ts";

let folder: string;
let stateFile: string;
beforeEach(() => {
  folder = makeFolder("state-file");
  stateFile = join(folder, "forge.json");
});

const world = () => JSON.stringify(makeWorld(acme, new Date()));

describe("a state file", () => {
  test("that another running forge has locked is refused, and left unchanged", async () => {
    const other = spawn("sleep", ["60"]);
    onTestFinished(() => void other.kill());
    await once(other, "spawn");
    writeFileSync(`${stateFile}.lock`, `${other.pid} x\n`);
    await expect(startEmulator({ stateFile })).rejects.toThrow(Locked);
    expect(readdirSync(folder)).toEqual(["forge.json.lock"]);
  });

  test("is locked while its forge runs, and no longer", async () => {
    const { emulator } = await openForge({ stateFile });
    expect(readFileSync(`${stateFile}.lock`, "utf8")).toMatch(new RegExp(`^${process.pid} `));
    await emulator.close();
    expect(existsSync(`${stateFile}.lock`)).toBe(false);
  });

  test("is not rewritten if nothing changes, but is made private", async () => {
    await (await startEmulator({ stateFile })).close();
    chmodSync(stateFile, 0o644);
    // While the file is open, its inode number cannot be reused.
    const open = openSync(stateFile, "r");
    onTestFinished(() => closeSync(open));
    const { ino } = statSync(stateFile);
    const { emulator, rest } = await openForge({ stateFile });
    await rest("GET", "/user");
    expect(statSync(stateFile)).toMatchObject({ ino, mode: 0o100_600 });
    await rest("POST", "/repos/acme/control/actions/variables", {
      body: { name: "A", value: "b" },
    });
    expect(statSync(stateFile).ino).not.toBe(ino);
    await emulator.close();
  });

  test("is unlocked if its forge could not start", async () => {
    const { emulator } = await openForge();
    const port = Number(new URL(emulator.origin).port);
    await expect(startEmulator({ stateFile, port })).rejects.toThrow("EADDRINUSE");
    expect(existsSync(`${stateFile}.lock`)).toBe(false);
  });

  test("that is a link is refused, and neither read nor replaced", async () => {
    const victim = join(folder, "victim");
    const text = world();
    writeFileSync(victim, text);
    symlinkSync(victim, stateFile);
    await expect(startEmulator({ stateFile })).rejects.toThrow(Planted);
    expect(readFileSync(victim, "utf8")).toBe(text);
    expect(readdirSync(folder).toSorted()).toEqual(["forge.json", "victim"]);
  });

  test("that is a pipe is refused, and not waited for", () => {
    spawnSync("mkfifo", [stateFile]);
    const printed = runApart(`
      const { startEmulator } = await import("./emulator/emulator.ts");
      await startEmulator({ stateFile: ${JSON.stringify(stateFile)} });
    `);
    expect(printed).toContain("is not your own regular file");
  });

  test.runIf(process.getuid?.() === 0)("of another user is refused", async () => {
    writeFileSync(stateFile, world());
    chownSync(stateFile, 65_534, 65_534);
    await expect(startEmulator({ stateFile })).rejects.toThrow(Planted);
  });
});

describe("a write", () => {
  test("that fails leaves no temporary file", () => {
    mkdirSync(stateFile);
    expect(() => writeAtomically(stateFile, "{}")).toThrow("EISDIR");
    expect(readdirSync(folder)).toEqual(["forge.json"]);
  });

  test("does not follow a link planted by another user", () => {
    const victim = join(folder, "victim");
    writeFileSync(victim, "kept");
    const plant = `(path) => fs.symlinkSync(${JSON.stringify(victim)}, path)`;
    const printed = runApart(`
      ${before({ name: "openSync", on: ".tmp" }, plant)}
      const { writeAtomically } = await import("./src/shared/write-atomically.ts");
      writeAtomically(${JSON.stringify(stateFile)}, "{}");
    `);
    expect(printed).toContain("EEXIST");
    expect(readFileSync(victim, "utf8")).toBe("kept");
  });
});

describe("the temporary files of a killed forge", () => {
  const id = "6c84fb90-12c4-11e1-840d-7b25c5ee775a";

  test("are deleted next to the state and the login", async () => {
    const cli = `${stateFile}.cli`;
    mkdirSync(cli, { mode: 0o700 });
    const drafts = [stateFile, join(cli, "hosts.json"), join(cli, "operator-key")].map(
      (path) => `${path}.4711-${id}.tmp`,
    );
    for (const draft of drafts) writeFileSync(draft, "{");
    await openForge({ stateFile });
    expect(drafts.filter((draft) => existsSync(draft))).toEqual([]);
  });

  test("do not include files with merely similar names, which remain", async () => {
    const names = [`forge.json.${id}.tmp`, `other.json.4711-${id}.tmp`, `forge.json.4711-x.tmp`];
    for (const name of names) writeFileSync(join(folder, name), "");
    mkdirSync(join(folder, `forge.json.4712-${id}.tmp`));
    symlinkSync("elsewhere", join(folder, `forge.json.4713-${id}.tmp`));
    const all = readdirSync(folder);
    await openForge({ stateFile });
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(all));
  });

  test.runIf(process.getuid?.() === 0)("remain if they belong to another user", async () => {
    const draft = `${stateFile}.4711-${id}.tmp`;
    writeFileSync(draft, "");
    chownSync(draft, 65_534, 65_534);
    await openForge({ stateFile });
    expect(existsSync(draft)).toBe(true);
  });
});
