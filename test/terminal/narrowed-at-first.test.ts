import { cp, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { expect, onTestFinished, test } from "vitest";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { startInTerminal } from "./pty.ts";

const { folder } = installProgram();

/** The program, which is loaded once the terminal has another size. */
const waiting = `const alive = setInterval(() => {}, 1000);
if (process.stdout.columns === 80) await new Promise((seen) => process.stdout.once("resize", seen));
clearInterval(alive);
export const { start } = await import("./whole.mjs");`;

test("a terminal that is made too narrow for screens behind the first one has lines in its scrollback", async () => {
  const { env } = await makeHome();
  const dist = await mkdtemp(join(tmpdir(), "gatehouse-narrowed-"));
  onTestFinished(() => rm(dist, { recursive: true, force: true }));
  await cp(join(folder(), "dist"), dist, { recursive: true });
  await rename(join(dist, "program.mjs"), join(dist, "whole.mjs"));
  await writeFile(join(dist, "program.mjs"), waiting);
  const args = [join(dist, "cli.js"), "setup", "--host", "emulator"];
  const program = startInTerminal({ command: execPath, args, env });
  onTestFinished(() => program.kill());

  await program.waitFor("ctrl-c stop");
  program.resize(30, 24);
  const asked = await program.waitFor("Number, ? why");
  expect(asked).not.toContain("ctrl-c stop");
  expect(program.terminal.buffer.active.type).toBe("normal");
  const text = program.raw();
  expect(text.lastIndexOf("\u001b[?25h")).toBeGreaterThan(text.lastIndexOf("\u001b[?25l"));
});
