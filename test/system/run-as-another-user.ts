import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { transformSync } from "esbuild";
import { onTestFinished } from "vitest";

/**
 * Runs a source file of this directory as `nobody`, which only root can do. Without root the test
 * fails rather than passes.
 * @returns its output, parsed as JSON
 */
export async function runAsAnotherUser(name: string, args: readonly string[]): Promise<unknown> {
  if (process.getuid?.() !== 0)
    throw new Error("Only root can become another user: run it as root.");
  const folder = mkdtempSync(join(tmpdir(), "attacker-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const program = join(folder, "another-user.mjs");
  const source = readFileSync(new URL(name, import.meta.url), "utf8");
  writeFileSync(program, transformSync(source, { loader: "ts", format: "esm" }).code);
  chmodSync(program, 0o644);
  const child = spawn(process.execPath, [program, ...args], {
    uid: 65_534,
    gid: 65_534,
    cwd: "/",
    env: {},
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [message] = await Promise.all([text(child.stdout), once(child, "close")]);
  return JSON.parse(message);
}
