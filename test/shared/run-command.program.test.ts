import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runCommand } from "../../src/shared/run-command.ts";
import type { Command } from "../../src/shared/run-command.ts";
import { Secret } from "../../src/shared/secret.ts";

/** Returns a child process that runs these lines of JavaScript. */
const child = (lines: string, environment: Command["environment"] = {}): Command => ({
  program: [process.execPath, "-e", lines],
  environment,
});

const printInput = "process.stdin.pipe(process.stdout);";
const printEnv = "console.log(JSON.stringify(process.env));";

async function environmentOf(command: Command): Promise<Record<string, string>> {
  const result = await runCommand(command, []);
  return JSON.parse(result?.output.reveal() ?? "{}") as Record<string, string>;
}

describe("a command", () => {
  test("gets its arguments unchanged, without a shell", async () => {
    const wild = ["$HOME", "a b", "`id`", "; exit 3", "*"];
    const lines = "console.log(JSON.stringify(process.argv.slice(1)));";
    const result = await runCommand(child(lines), ["--", ...wild]);
    expect(JSON.parse(result?.output.reveal() ?? "")).toEqual(wild);
  });

  test("gets a secret by standard input, with all its lines", async () => {
    const input = new Secret("line one\nline two\n");
    const result = await runCommand(child(printInput), [], { input });
    expect(result).toMatchObject({ exitCode: 0, complaint: "" });
    expect(result?.output.reveal()).toBe("line one\nline two");
  });

  test("without input finds it empty, and never waits", async () => {
    const result = await runCommand(child(printInput), []);
    expect(result?.output.isEmpty).toBe(true);
  });

  test("that never reads its input still exits", async () => {
    const input = new Secret("x".repeat(1_000_000));
    const result = await runCommand(child("process.exit(3);"), [], { input });
    expect(result?.exitCode).toBe(3);
  });

  test("that does not exist is undefined", async () => {
    expect(await runCommand({ program: ["/nowhere/at/all"] }, [])).toBeUndefined();
  });

  test("that was killed did not succeed", async () => {
    const result = await runCommand(child("process.kill(process.pid, 'SIGKILL');"), []);
    expect(result?.exitCode).toBe(1);
  });

  test("wraps its output as a secret, and redacts secrets in its error output", async () => {
    const input = new Secret("secretWordsOfTheInput");
    const lines = `process.stdin.on("data", (text) => console.error("no", String(text), "gho_" + "a1".repeat(18)));
      console.log("gho_" + "a1".repeat(18));`;
    const result = await runCommand(child(lines), [], { input });
    expect(result?.complaint).toBe("no [secret] [secret]");
    expect(JSON.stringify(result)).not.toContain("a1a1");
  });

  test("stops with the signal's own reason", async () => {
    const stop = new AbortController();
    const reason = new Error("the person stopped");
    const running = runCommand(child("setInterval(() => {}, 1000);"), [], { signal: stop.signal });
    stop.abort(reason);
    await expect(running).rejects.toBe(reason);
  });
});

describe("the environment of a command", () => {
  beforeEach(() => {
    for (const name of ["GH_DEBUG", "CP_FORGE_TOKEN", "MY_KEY", "GH_TOKEN"]) vi.stubEnv(name, "1");
    vi.stubEnv("LC_TIME", "C");
  });
  afterEach(() => vi.unstubAllEnvs());

  test("is limited to paths and locale, and contains nothing that could be a secret", async () => {
    const env = await environmentOf(child(printEnv));
    expect(env).toMatchObject({ PATH: process.env["PATH"], LC_TIME: "C" });
    for (const name of ["GH_DEBUG", "CP_FORGE_TOKEN", "MY_KEY", "GH_TOKEN"]) {
      expect(env).not.toHaveProperty(name);
    }
  });

  test("contains the added variables", async () => {
    const env = await environmentOf(child(printEnv, { GH_HOST: "forge.example" }));
    expect(env).toMatchObject({ GH_HOST: "forge.example", LC_TIME: "C" });
  });
});

test("a command has its own session: Ctrl-C in our terminal is not sent to it", async () => {
  const lines =
    "console.log(require('child_process').execFileSync('ps', ['-o', 'sid=', String(process.pid)]) + '');";
  const result = await runCommand(child(lines), []);
  const session = Number(result?.output.reveal());
  const ours = Number(execFileSync("ps", ["-o", "sid=", String(process.pid)]));
  expect(session).toBeGreaterThan(0);
  expect(session).not.toBe(ours);
});
