import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { transformSync } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { openForge } from "../emulator/open-forge.ts";

/** Runs the attacker as `nobody`, which only root can. Nobody else may take this test for passed. */
async function attackAsAnotherUser(args: readonly string[]): Promise<unknown> {
  if (process.getuid?.() !== 0)
    throw new Error("Only root can become another user: run it as root.");
  const folder = mkdtempSync(join(tmpdir(), "attacker-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const program = join(folder, "another-user.mjs");
  const source = readFileSync(new URL("another-user.ts", import.meta.url), "utf8");
  writeFileSync(program, transformSync(source, { loader: "ts", format: "esm" }).code);
  chmodSync(program, 0o644);
  const child = spawn(process.execPath, [program, ...args], {
    uid: 65_534,
    gid: 65_534,
    cwd: "/",
    env: {},
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await Promise.all([text(child.stdout), once(child, "close")]);
  return JSON.parse(said);
}

test("another user of the machine gets nothing, and changes nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "closed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const stateFile = join(folder, "state", "forge.json");
  // The way to the state is open; only what the forge made itself is closed.
  chmodSync(folder, 0o777);
  const { emulator } = await openForge({ stateFile });
  // A browser gives the cookies of 127.0.0.1 to every port, so to another user's server, too.
  const entered = await fetch(emulator.signIn(`${emulator.origin}/`), { redirect: "manual" });
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  const mine = await fetch(emulator.origin, { headers: { cookie } });
  expect(mine.status).toBe(200);
  const before = readFileSync(stateFile, "utf8");
  expect(await attackAsAnotherUser([emulator.origin, stateFile, cookie])).toEqual([]);
  expect(readFileSync(stateFile, "utf8")).toBe(before);
});
