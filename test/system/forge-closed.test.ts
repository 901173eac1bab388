import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openForge } from "../emulator/open-forge.ts";
import { runAsAnotherUser } from "./run-as-another-user.ts";

test("another user of the machine reads nothing, and changes nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "closed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const stateFile = join(folder, "state", "forge.json");
  // The path to the state is accessible; only files that the forge itself created are private.
  chmodSync(folder, 0o777);
  const { emulator } = await openForge({ stateFile });
  // A browser sends the cookies of 127.0.0.1 to every port, including another user's server.
  const entered = await fetch(emulator.signIn(`${emulator.origin}/`), { redirect: "manual" });
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  const mine = await fetch(emulator.origin, { headers: { cookie } });
  expect(mine.status).toBe(200);
  const before = readFileSync(stateFile, "utf8");
  const attack = [emulator.origin, stateFile, cookie];
  expect(await runAsAnotherUser("another-user.ts", attack)).toEqual([]);
  expect(readFileSync(stateFile, "utf8")).toBe(before);
});
