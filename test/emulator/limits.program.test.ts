import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../emulator/emulator.ts";
import { openStore } from "../../emulator/state/store.ts";
import { acme, makeWorld } from "../../emulator/state/seed.ts";
import { openForge } from "./open-forge.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "limits-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a deeply nested body is rejected with 400", async () => {
  const { emulator } = await openForge();
  const answer = await fetch(`${emulator.apiUrl}/repos/acme/control/actions/variables`, {
    method: "POST",
    headers: { authorization: `Bearer ${emulator.userToken.reveal()}` },
    body: `{"name":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  });
  expect(answer.status).toBe(400);
});

test("each state file has its own login", async () => {
  const folder = makeFolder();
  const [one, other] = [
    await openForge({ stateFile: join(folder, "one.json") }),
    await openForge({ stateFile: join(folder, "other.json") }),
  ];
  const readHosts = ({ emulator }: typeof one) =>
    readFileSync(join(emulator.cliConfigDir, "hosts.json"), "utf8");
  expect(readHosts(one)).toContain(new URL(one.emulator.origin).host);
  expect(readHosts(other)).toContain(new URL(other.emulator.origin).host);
});

test("a directory that is a link is not used for a login", async () => {
  const folder = makeFolder();
  mkdirSync(join(folder, "elsewhere"));
  symlinkSync(join(folder, "elsewhere"), join(folder, "forge.json.cli"));
  const stateFile = join(folder, "forge.json");
  await expect(startEmulator({ stateFile })).rejects.toThrow(
    `${stateFile}.cli is not a directory that belongs to you.`,
  );
});

test("a change that the disk rejects is discarded", () => {
  const folder = join(makeFolder(), "state");
  const file = join(folder, "forge.json");
  const store = openStore(file, () => makeWorld(acme, new Date()));
  const before = JSON.stringify(store.world);
  const [repository] = store.world.repositories;
  // Nothing can be written into a directory that was replaced with a file.
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "");
  const change = () =>
    store.change((world) => {
      world.tokens = [];
      world.accounts.pop();
      Object.assign(world.repositories[0] ?? {}, { name: "renamed", more: true });
    });
  expect(change).toThrow(/EEXIST|ENOTDIR/);
  expect(JSON.stringify(store.world)).toBe(before);
  expect(store.world.repositories[0]).toBe(repository);
});

test("a step is killed together with its forge", async () => {
  const program = `
    const { runScript } = await import(${JSON.stringify(new URL("../../emulator/runner/run-script.ts", import.meta.url).href)});
    const folder = ${JSON.stringify(makeFolder())};
    const script = { text: "echo $$; trap '' TERM; while :; do sleep 1; done", shell: "sh", env: { PATH: process.env.PATH }, workingFolder: folder, scriptFolder: folder };
    await runScript(script, (line) => console.log(line), new AbortController().signal);
  `;
  const args = ["--import", "tsx", "--input-type=module", "-e", program];
  const forge = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: forge.stdout }), "line")) as [string];
  const pid = Number(line);
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(-pid, "SIGKILL");
  });
  forge.kill("SIGKILL");
  await expect.poll(() => isAlive(pid)).toBe(false);
});

/** Returns whether a process is alive. A zombie counts as dead. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
