import { mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { DoctorDocument } from "../../src/doctor/examine.ts";
import { openForge, type OpenForge } from "../emulator/open-forge.ts";
import { installProgram, makeHome } from "./installed-program.ts";

const program = installProgram();

async function doctor(
  forge: OpenForge,
  args: readonly string[] = [],
  more: Record<string, string> = {},
) {
  const { home, env } = await makeHome();
  const own = { FORGE_CONFIG_DIR: forge.emulator.cliConfigDir, ...more };
  const where = ["doctor", "--host", forge.emulator.origin];
  const ended = await program.run([...where, ...args], { cwd: home, env: { ...env, ...own } });
  return { ...ended, home };
}

const ids = [
  "gatehouse",
  "node",
  "platform",
  "terminal",
  "forge-cli",
  "login",
  "scopes",
  "forge",
  "clock",
];
const machine = ["keychain", "browser", "sandbox", "state-folder", "pipeline-cli"];

test("doctor checks every requirement of setup, and its output reveals no secret and no account", async () => {
  const forge = await openForge();
  const proxy = { HTTPS_PROXY: "http://hubot:pr0xy-pass@proxy.inside.example:3128" };
  const args = ["--repo", "acme/control"];
  const people = await doctor(forge, args, proxy);
  const programs = await doctor(forge, [...args, "--json"], proxy);
  expect(people).toMatchObject({ code: 0, err: "" });
  expect(people.out).toContain("All requirements of setup are met");
  const document = JSON.parse(programs.out) as DoctorDocument;
  expect(document).toMatchObject({ ok: true, version: expect.stringMatching(/^\d/) as string });
  expect(document.checks.map(({ id }) => id)).toEqual([...ids, "repository", ...machine]);
  const state = (id: string) => document.checks.find((check) => check.id === id)?.state;
  expect(["login", "scopes", "forge", "repository"].map(state)).toEqual(["ok", "ok", "ok", "ok"]);
  for (const { out, err, home } of [people, programs]) {
    const reported = out + err;
    const { username } = userInfo();
    const names = username === "root" ? [] : [username];
    const secrets = [
      forge.emulator.userToken.reveal(),
      forge.emulator.operatorKey.reveal(),
      home,
      "mona",
      "acme",
      "pr0xy-pass",
      "proxy.inside",
      "hubot",
      ...names,
    ];
    for (const secret of secrets) expect(reported).not.toContain(secret);
  }
});

test("the forge's brand decides which forge CLI is checked", async () => {
  const forge = await openForge();
  const cliOf = async (...args: string[]) => {
    const { out } = await doctor(forge, ["--json", ...args]);
    const document = JSON.parse(out) as DoctorDocument;
    return JSON.stringify(document.checks.find(({ id }) => id === "forge-cli"));
  };
  expect(await cliOf()).not.toMatch(/\bgh\b/);
  expect(await cliOf("--brand", "github")).toMatch(/\bgh\b/);
  expect(await doctor(forge, ["--brand", "nope"])).toMatchObject({ code: 2, out: "" });
});

test("a login without a required scope exits with 5 and suggests the command that adds the scope", async () => {
  const forge = await openForge();
  const on = "GET /user";
  const play = {
    kind: "status",
    status: 403,
    headers: { "x-oauth-scopes": "gist, repo" },
  } as const;
  forge.emulator.setFaults([{ on, times: 0, play }]);
  const { code, out } = await doctor(forge);
  expect(code).toBe(5);
  expect(out).toContain(
    "✖ Scopes           missing: workflow (the proof workflow); read:org (your role in the",
  );
  expect(out).toMatch(/Add the missing scopes: stop the embedded forge/);
});

test("if a request is rejected, the request is named, and the response is not quoted", async () => {
  const forge = await openForge();
  const headers = { "x-github-sso": "required; url=https://forge.example/orgs/acme/sso?a=b" };
  const play = { kind: "status", status: 403, headers } as const;
  const all = ["GET /user", "GET /repos/acme/control", "GET /rate_limit"];
  forge.emulator.setFaults(all.map((on) => ({ on, times: 0, play })));
  const { code, out } = await doctor(forge, ["--repo", "acme/control", "--json"]);
  expect(code).toBe(5);
  expect(out).toContain("not checked: the API responded with 403");
  expect(out).not.toMatch(/acme|sso/);
});

test("without a network, the other checks still run", async () => {
  const { home, env } = await makeHome();
  const proxy = { HTTPS_PROXY: "http://hubot:pr0xy-pass@127.0.0.1:1" };
  const ended = await program.run(["doctor", "--host", "forge.example", "--json"], {
    cwd: home,
    env: { ...env, ...proxy },
  });
  expect(ended).toMatchObject({ code: 5, err: "" });
  const { checks } = JSON.parse(ended.out) as DoctorDocument;
  const found = new Map(
    checks.map(({ id, state, evidence }) => [id, [state, ...evidence].join(": ")]),
  );
  expect(found.get("forge")).toBe("unknown: no response; through a proxy: yes");
  expect(found.get("clock")).toBe("unknown: not checked: the API did not respond");
  expect(found.get("state-folder")).toMatch(/^ok: ~\/state\/gatehouse/);
  expect(ended.out).not.toMatch(/pr0xy-pass|hubot|127\.0\.0\.1/);
});

test("if the embedded forge cannot be found, the other checks still run", async () => {
  const { home, env } = await makeHome();
  const lost = { cwd: home, env: { ...env, XDG_STATE_HOME: "here" } };
  const ended = await program.run(["doctor", "--host", "emulator", "--json"], lost);
  expect(ended).toMatchObject({ code: 5, err: "" });
  const { ok, checks } = JSON.parse(ended.out) as DoctorDocument;
  expect(ok).toBe(false);
  expect(checks.map(({ id }) => id)).toEqual([...ids.slice(0, 4), "forge", ...machine]);
  expect(checks.find(({ id }) => id === "forge")).toEqual({
    id: "forge",
    title: "API",
    state: "missing",
    evidence: ['XDG_STATE_HOME must be an absolute path, not "here".'],
    next: [{ text: "Set XDG_STATE_HOME to an absolute path, or unset it" }],
  });
});

test("endless output and escape sequences of a forge CLI are not shown", async () => {
  const { home, env } = await makeHome();
  const bin = join(home, "bin");
  mkdirSync(bin);
  const lines = [
    "#!/bin/sh",
    String.raw`case "$1" in --version) printf '\033[2Jgh version 9.9.9 \033]0;owned\007\n'; esac`,
    "yes ghp_flood | head -c 30000000",
  ];
  writeFileSync(join(bin, "gh"), `${lines.join("\n")}\n`, { mode: 0o755 });
  const more = { PATH: `${bin}:/usr/bin:/bin`, HTTPS_PROXY: "http://127.0.0.1:1" };
  const ended = await program.run(["doctor"], { cwd: home, env: { ...env, ...more } });
  expect(ended).toMatchObject({ code: 5, err: "" });
  expect(ended.out).toMatch(/CLI +gh 9.9.9, ~\/bin\/gh/);
  expect(ended.out).toMatch(/\? Login            gh did not return a valid login token/);
  // The program's own name is not a command of the table, although it cannot be typed on this
  // machine.
  expect(ended.out).toMatch(/checked by gatehouse \d+.\d+.\d+\s+WHAT/);
  expect(ended.out).toMatch(/Program +\d+\.\d+\.\d+, run as \S*node\s/);
  // oxlint-disable-next-line no-control-regex
  expect(ended.out).not.toMatch(/\u001b|flood|owned/);
});
