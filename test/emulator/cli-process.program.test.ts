import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import sodium from "libsodium-wrappers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startCliBench, type CliBench } from "./cli-bench.ts";

let bench: CliBench;

beforeEach(async () => {
  bench = await startCliBench();
});

afterEach(() => bench.close());

const launcher = `
  const { runForgeCli } = await import("./emulator/cli/forge-cli.ts");
  process.exitCode = await runForgeCli(process.argv.slice(1), {
    stdin: process.stdin,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    env: process.env,
  });`;

test("from outside, neither the secret nor the token is in the command line or the environment", async () => {
  await sodium.ready;
  const key = Buffer.from(sodium.crypto_box_keypair().publicKey).toString("base64");
  const path = "/repos/acme/control/actions/secrets";
  bench.replies[`GET ${path}/public-key`] = { status: 200, json: { key, key_id: "1" } };
  bench.replies[`PUT ${path}/CP_KEY`] = { status: 201, json: {} };

  const args = ["--import", "tsx", "--input-type=module", "-e", launcher, "--"];
  const verb = ["secret", "set", "CP_KEY", "--repo", "acme/control"];
  const child = spawn(process.execPath, [...args, ...verb], {
    env: { PATH: process.env["PATH"], FORGE_CONFIG_DIR: bench.folder },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const checks: string[] = [];
  bench.onRequest = () => {
    const read = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, "utf8");
    checks.push(read("cmdline") + read("environ"));
  };
  let message = "";
  for (const out of [child.stdout, child.stderr])
    out.on("data", (text) => (message += String(text)));
  child.stdin.end("the-secret-value\n");
  const [code] = (await once(child, "close")) as [number];

  expect(message).toBe("✓ Set secret CP_KEY for acme/control\n");
  expect(code).toBe(0);
  expect(checks).toHaveLength(2);
  for (const snapshot of checks) {
    expect(snapshot).toContain("CP_KEY");
    expect(snapshot).not.toContain("the-secret-value");
    expect(snapshot).not.toContain("gho_fromTheFile");
  }
});
