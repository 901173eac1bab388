import { readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { installProgram, makeHome } from "./installed-program.ts";

const program = installProgram();
const repo = ["--repo", "acme/control"];

/** Listens on an address that counts connections and never answers. */
async function openTrap(): Promise<{ address: string; count: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => new Promise<void>((closed) => void server.close(() => closed())));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, count: () => connections };
}

interface Plan {
  readonly repo: string;
  readonly problems: readonly string[];
  readonly apps: readonly {
    readonly role: string;
    readonly status: string;
    readonly manifest: {
      readonly public: boolean;
      readonly default_events: unknown;
      readonly hook_attributes: unknown;
      readonly default_permissions: Readonly<Record<string, string>>;
      readonly name: string;
      readonly redirect_url: string;
    };
    readonly registrationUrl: string;
  }[];
}

describe("setup --dry-run --offline", () => {
  test("prints the repository and both Apps as JSON, and contacts nothing", async () => {
    const { home, env } = await makeHome();
    const trap = await openTrap();
    const proxy = { http_proxy: trap.address, https_proxy: trap.address };
    const args = ["setup", ...repo, "--host", trap.address, "--dry-run", "--offline", "--json"];
    const { code, out, err } = await program.run(args, { env: { ...env, ...proxy }, cwd: home });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const plan = JSON.parse(out) as Plan;
    const fields = ["repo", "host", "access", "scope", "profile", "problems", "apps"];
    expect(Object.keys(plan)).toEqual(fields);
    const records = ["clientId", "variable", "secret"];
    const parts = ["role", "status", "reason", ...records, "manifest", "registrationUrl"];
    expect(plan.apps.map((app) => Object.keys(app))).toEqual([parts, parts]);
    expect(plan).toMatchObject({
      repo: "acme/control",
      access: null,
      scope: null,
      apps: [
        {
          role: "read",
          variable: "CP_FORGE_READ_APP_ID",
          secret: "CP_FORGE_READ_APP_PRIVATE_KEY",
          manifest: { name: "gatehouse-acme-control-read", public: false, default_events: [] },
          registrationUrl: `${trap.address}/organizations/acme/settings/apps/new`,
        },
        {
          role: "write",
          variable: "CP_FORGE_WRITE_APP_ID",
          secret: "CP_FORGE_WRITE_APP_PRIVATE_KEY",
          manifest: { name: "gatehouse-acme-control-write", hook_attributes: { active: false } },
        },
      ],
    });
    const levels = Object.values(plan.apps[0]?.manifest.default_permissions ?? {});
    expect(new Set(levels)).toEqual(new Set(["read"]));
    expect(trap.count()).toBe(0);
    // Neither a journal nor the embedded forge's state was created.
    expect(await readdir(join(home, "state"))).toEqual([]);
  });

  test("does not start the embedded forge", async () => {
    const { home, env } = await makeHome();
    const args = ["setup", ...repo, "--host", "emulator", "--dry-run", "--offline", "--json"];
    const { code, out } = await program.run(args, { env, cwd: home });
    expect(code).toBe(0);
    expect((JSON.parse(out) as Plan).apps).toHaveLength(2);
    expect(await readdir(join(home, "state"))).toEqual([]);
  });

  test("reads names and the port from the command line", async () => {
    const more = ["--read-app-name", "eyes", "--write-app-name", "hands", "--port", "41873"];
    const { out } = await program.run([
      "setup",
      ...repo,
      "--dry-run",
      "--offline",
      "--json",
      ...more,
    ]);
    const { apps } = JSON.parse(out) as Plan;
    expect(apps.map(({ manifest }) => manifest.name)).toEqual(["eyes", "hands"]);
    expect(apps[0]?.manifest.redirect_url).toBe("http://127.0.0.1:41873/registered");
    expect(apps[0]?.registrationUrl).toBe(
      "https://github.com/organizations/acme/settings/apps/new",
    );
  });

  test("prints text without --json", async () => {
    const { code, out } = await program.run(["setup", ...repo, "--dry-run", "--offline"]);
    expect(code).toBe(0);
    expect(out).toContain(
      "acme/control   dry run · github.com was not contacted. Nothing was changed.",
    );
    expect(out).toMatch(/\? Read App: undecided\n[^]*Name +gatehouse-acme-control-read\n/);
    expect(out).toContain("writes nothing");
  });

  test("requires the repository", async () => {
    const { code, err } = await program.run(["setup", "--dry-run", "--offline"]);
    expect(code).toBe(2);
    expect(err).toContain("gatehouse setup --dry-run --offline --repo acme/control");
  });
});

describe("setup exits with 2, before it contacts anything, for", () => {
  test.each([
    ["a repository without an owner", ["--repo", "control"], '"control"'],
    ["a repository that is a URL", ["--repo", "https://x.test/a/b"], "https://x.test/a/b"],
    [
      "a port that is too large",
      [...repo, "--port", "70000"],
      '✖ "70000" is not a valid port: use a number from 0 to 65535.',
    ],
    [
      "a port that is not a number",
      [...repo, "--port", "http"],
      '✖ "http" is not a valid port: use a number from 0 to 65535.',
    ],
    ["an invalid host name", [...repo, "--host", "a b"], '"a b" is not a host name'],
    ["an unencrypted host", [...repo, "--host", "http://forge.test"], "not encrypted"],
    [
      "an unknown brand",
      [...repo, "--brand", "gitlab"],
      '✖ "gitlab" is not a valid brand; valid brands are forge, github.',
    ],
    [
      "the same name for both Apps",
      [...repo, "--read-app-name", "Eyes", "--write-app-name", "eyes"],
      "✖ --read-app-name and --write-app-name must differ: App names are unique.",
    ],
    ["an App name that is too long", [...repo, "--read-app-name", "n".repeat(35)], "34"],
    ["an invalid write repository", [...repo, "--write-repository", "web"], '"web"'],
    ["--offline without --dry-run", [...repo, "--offline"], "only with --dry-run"],
    ["a misspelled option", [...repo, "--dry-rum"], "(Did you mean --dry-run?)"],
    ["an option without its value", ["--repo"], "--repo"],
    ["an unexpected argument", [...repo, "now"], "too many arguments"],
  ])("%s", async (_what, args, says) => {
    const { home, env } = await makeHome();
    await writeFile(join(home, "answers.json"), "{}");
    const answers = ["--answers", "answers.json"];
    const given = args.length === 1 ? args : [...answers, ...args];
    const ended = await program.run(["setup", ...given], { env, cwd: home });
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.err).toContain(says);
    expect(ended.err).not.toContain("bug");
    expect(await readdir(join(home, "state"))).toEqual([]);
  });

  test("a start without a terminal and without answers, and suggests --answers", async () => {
    const { code, out, err } = await program.run(["setup", ...repo]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("✖ Cannot ask questions: no terminal.");
    expect(err).toContain("│ Run the command in a terminal, or add --answers FILE");
  });

  test.each([
    ["that does not exist", undefined, "✖ Answers file not found: answers.json."],
    ["that is not valid JSON", "{", "answers.json"],
    ["with an unknown key", '{"answer": {}}', '"answer" is not one of'],
    [
      "that contains a secret",
      '{"secrets": {"read-key": "hush"}}',
      '✖ answers.json: secrets["read-key"] must not contain the secret itself: use {"file": "path"},',
    ],
  ])("an answers file %s", async (_what, text, says) => {
    const { home, env } = await makeHome();
    if (text !== undefined) await writeFile(join(home, "answers.json"), text);
    const args = ["setup", ...repo, "--answers", "answers.json"];
    const { code, err } = await program.run(args, { env, cwd: home });
    expect(code).toBe(2);
    expect(err).toContain(says);
    expect(err).not.toContain("hush");
  });
});
