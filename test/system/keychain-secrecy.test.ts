import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claimKey } from "../keys/ready-keys.ts";
import { machine } from "./machine.ts";
import { startSessionBus, type SessionBus } from "./session-bus.ts";

const program = fileURLToPath(new URL("./keep-secret.ts", import.meta.url));
const privateKey = String(claimKey().export({ type: "pkcs8", format: "pem" }));
/** Forty characters from the middle of the key, which are enough to identify it. */
const needle = (privateKey.split("\n")[12] ?? "").slice(0, 40);

let folder: string;
let bus: SessionBus;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-secrecy-"));
  bus = await startSessionBus(folder);
  const options = ["--foreground", "--components=secrets", "--unlock"];
  await bus.serve("org.freedesktop.secrets", machine().gnomeKeyringDaemon, options, "password");
});
afterEach(async () => {
  await bus.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the system calls of the complete process tree that contain the key. */
async function traceHolding(...manner: string[]): Promise<string[]> {
  const [keyFile, trace] = [join(folder, "key.pem"), join(folder, "trace")];
  writeFileSync(keyFile, privateKey);
  const calls = "execve,open,openat,creat,write,pwrite64,writev,sendto,sendmsg,rename,memfd_create";
  const strace = ["-f", "-v", "-y", "-s", "20000", "-e", `trace=${calls}`, "-o", trace];
  const node = [process.execPath, "--import", "tsx", program, keyFile, ...manner];
  await execa(machine().strace, [...strace, ...node], { env: bus.environment });
  return readFileSync(trace, "utf8")
    .split("\n")
    .filter((line) => line.includes(needle));
}

/** Matches a write to a pipe between two of our own processes. */
const intoPipe = /\b(write|writev|sendto|sendmsg)\(\d+<(socket|pipe|UNIX)/;

test("a stored key passes only through pipes: into the helper, and back", async () => {
  const calls = await traceHolding();
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.filter((call) => !intoPipe.test(call))).toEqual([]);
});

test("the trace shows a key in an argument, in a variable and in a file", async () => {
  const careless = (await traceHolding("careless")).filter((call) => !intoPipe.test(call));
  expect(careless.some((call) => /execve\([^[]*\[[^\]]*BEGIN/.test(call))).toBe(true);
  expect(careless.some((call) => /execve\(.*"KEY=-----BEGIN/.test(call))).toBe(true);
  expect(careless.some((call) => /write\(\d+<[^>]*key\.pem\.copy>/.test(call))).toBe(true);
});
