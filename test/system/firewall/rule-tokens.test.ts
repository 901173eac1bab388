import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { createApp, installApp, openForge } from "../../emulator/open-forge.ts";
import { listProcesses } from "../../process-tree.ts";
import { openLab, type Lab } from "./lab.ts";
import { readUntil } from "./read-until.ts";
import { holds, isInside } from "./search-memory.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.origins.asked.length = 0;
});

const rules = `
ssl-bump: true
allow-urls: [https://a.test/**]
credentials:
  - url: https://a.test/ok/**
    from: { app: read, repositories: [acme/web], permissions: { contents: read } }
`;

const curl = (path: string) => `curl -sS https://a.test${path} >/dev/null`;

/** Returns a forge with an installed read App, and the variables and options of a run with it. */
async function prepare() {
  const forge = await openForge();
  const app = await createApp(forge, { default_permissions: readAppCeiling });
  await installApp(forge, app, ["acme/web"]);
  const file = join(lab.makeFolders().logs, "rules.yml");
  writeFileSync(file, rules);
  const sha256 = createHash("sha256").update(rules).digest("hex");
  const env = {
    CP_FORGE_READ_APP_ID: app.clientId,
    CP_FORGE_READ_APP_PRIVATE_KEY: app.pem,
    COPY_OF_KEY: app.pem,
    FORGE_API_URL: forge.emulator.apiUrl,
  };
  const options = ["--config", file, "--approved-rules", sha256, "--env-all"];
  const works = async (token: string) =>
    (await forge.rest("GET", "/installation/repositories", { token })).status === 200;
  return { app, env, options, works };
}

const tokens = () => lab.origins.asked.map(({ headers }) => headers.authorization ?? "none");

test("a minted token reaches only covered requests, no process inside, and is revoked", async () => {
  const { app, env, options, works } = await prepare();
  const script = `${curl("/ok/1")}; ${curl("/other")}; env; echo ready; read line`;
  const started = lab.start(["sh", "-c", script], { env, options, keepsStdin: true });
  const out = await readUntil(started, /ready/);
  const [first = "", second] = tokens();
  const token = first.replace("Bearer ", "");
  expect(first).toMatch(/^Bearer ghs_/);
  expect(second).toBe("none");
  expect(await works(token)).toBe(true);

  const all = listProcesses(started.child.pid ?? 0);
  const inside = all.filter(isInside);
  const key = app.pem.split("\n").at(2) ?? "";
  // The search finds the placeholder inside, and the secrets in the processes that need them.
  expect(inside.some((pid) => holds(pid, "kept-outside-by-gatehouse"))).toBe(true);
  expect(all.filter((pid) => holds(pid, token)).length).toBeGreaterThan(0);
  expect(inside.filter((pid) => holds(pid, token) || holds(pid, key))).toEqual([]);
  expect(out).not.toContain("ghs_");
  expect(out).not.toContain("PRIVATE KEY");
  // Only the process that mints has the key. The proxy is in its child.
  expect(all.filter((pid) => holds(pid, key))).toEqual([started.child.pid]);

  started.child.stdin?.end("\n");
  expect((await started.ended).code).toBe(0);
  expect(await works(token)).toBe(false);
});

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)("%s ends the command once, and the token is revoked", async (signal, code) => {
  const { env, options, works } = await prepare();
  const script = `trap 'echo stopping' TERM INT; ${curl("/ok/1")}; echo ready; read line; exit ${code}`;
  const started = lab.start(["sh", "-c", script], { env, options, keepsStdin: true });
  await readUntil(started, /ready/);
  started.child.kill(signal);
  await readUntil(started, /stopping/);
  started.child.stdin?.end("\n");
  expect((await started.ended).code).toBe(code);
  expect(await works((tokens()[0] ?? "").replace("Bearer ", ""))).toBe(false);
});

test("a signal to the process group reaches the command once", async () => {
  const { env, options } = await prepare();
  // The signal would kill the command during its cleanup if it arrived a second time.
  const script = `trap 'echo stopping; sleep 1; exit 7' TERM; ${curl("/ok/1")}; echo ready; read line`;
  const keeps = { env, options, keepsStdin: true, isLeader: true } as const;
  const started = lab.start(["sh", "-c", script], keeps);
  await readUntil(started, /ready/);
  process.kill(-(started.child.pid ?? 0), "SIGTERM");
  await readUntil(started, /stopping/);
  started.child.stdin?.end("\n");
  expect((await started.ended).code).toBe(7);
});

test("rules that can be read only once are rejected", async () => {
  const { env, options } = await prepare();
  const [, file = "", ...approved] = options;
  const piped = ["--config", "/dev/stdin", ...approved];
  const through = ["sh", "-c", 'cat "$0" | "$@"', file];
  const { code, out, err } = await lab.run(["echo", "ran"], { env, options: piped, through });
  expect({ code, out }).toEqual({ code: 125, out: "" });
  expect(err.replaceAll(/\s+/g, " ")).toContain("one of them is a pipe");
});

test("without the process that mints, the command is stopped", async () => {
  const { env, options } = await prepare();
  const script = `${curl("/ok/1")}; echo ready; read line`;
  const started = lab.start(["sh", "-c", script], { env, options, keepsStdin: true });
  await readUntil(started, /ready/);
  started.child.kill("SIGKILL");
  const { err } = await started.ended;
  expect(err).toContain("The process that mints tokens was stopped");
});

test("without the App's key, or without approval, the command does not run", async () => {
  const { env, options } = await prepare();
  const { CP_FORGE_READ_APP_PRIVATE_KEY: _, ...without } = env;
  const missing = await lab.run(["echo", "ran"], { env: without, options });
  expect(missing).toMatchObject({ code: 125, out: "" });
  expect(missing.err).toContain("CP_FORGE_READ_APP_PRIVATE_KEY is not set");
  const unapproved = await lab.run(["echo", "ran"], { env, options: options.slice(0, 2) });
  expect(unapproved).toMatchObject({ code: 125, out: "" });
  expect(unapproved.err).toMatch(/firewall approve .*rules\.yml/);
});
