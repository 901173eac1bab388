import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { describe, expect, test } from "vitest";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { answers, openScriptedSetup } from "../commands/scripted-setup.ts";
import { readResult, completeResult } from "../commands/setup-result.ts";
import { openForge, type OpenForge } from "../emulator/open-forge.ts";
import { machine } from "./machine.ts";

const program = installProgram();
const nodeFolder = dirname(execPath);
const ghFolder = () => dirname(machine().gh);

/** Prepares a machine with the real forge CLI, signed in to our forge as to a separate host. */
async function openGhSetup(
  forge: OpenForge,
  { login = true, path = ghFolder(), env = {} }: GhOptions = {},
) {
  const { home } = await makeHome();
  const config = join(home, "gh");
  await mkdir(config);
  const hosts = `github.localhost:\n    user: mona\n    oauth_token: ${forge.emulator.userToken.reveal()}\n    git_protocol: https\n`;
  if (login) await writeFile(join(config, "hosts.yml"), hosts, { mode: 0o600 });
  return openScriptedSetup(program, forge, {
    args: ["--brand", "github"],
    env: {
      PATH: [path, nodeFolder, "/usr/bin", "/bin"].join(":"),
      GH_CONFIG_DIR: config,
      GH_NO_UPDATE_NOTIFIER: "1",
      ...env,
    },
  });
}

interface GhOptions {
  readonly login?: boolean;
  /** Directory that is searched first for `gh`. */
  readonly path?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Creates a directory with a `gh` as old as Debian 12's, which lacks `variable`. */
async function makeOldGh(): Promise<string> {
  const { home } = await makeHome();
  const script =
    '#!/bin/sh\n[ "$1" = --version ] && echo "gh version 2.23.0 (2023-02-27)" && exit 0\nexit 1\n';
  await writeFile(join(home, "gh"), script);
  await chmod(join(home, "gh"), 0o755);
  return home;
}

describe("with the real forge CLI", () => {
  test("the complete setup, its rerun, and the status succeed", async () => {
    const forge = await openForge();
    const setup = await openGhSetup(forge);
    const first = await setup.answer({ answers });
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(await readResult(forge)).toEqual(completeResult);

    const again = await setup.answer({ answers: {} });
    expect(again).toMatchObject({ code: 0 });
    expect(await readResult(forge)).toEqual(completeResult);

    const status = await setup.run("status", ["--json"]);
    expect(status.code).toBe(5);
    expect(JSON.parse(status.out)).toMatchObject({ overallStatus: "profile not chosen" });
    expect(status.out).toContain('"GITHUB_TOKEN"');
  });

  test("a token for the forge's own hosts is not sent to a port of this machine", async () => {
    const forge = await openForge();
    const env = { GH_TOKEN: "gho_meantForAnotherHost", GITHUB_TOKEN: "gho_meantForAnotherHost" };
    const setup = await openGhSetup(forge, { env });
    // This forge does not know that token, so a single request with it would stop the setup.
    const { code, out } = await setup.answer({ answers });
    expect(code).toBe(0);
    expect(out).toContain("the stored login");
    expect(await readResult(forge)).toEqual(completeResult);

    const nobody = await openGhSetup(forge, { env, login: false });
    const alone = await nobody.answer({ answers });
    expect(alone.code).toBe(5);
    expect(alone.err).toContain("- not signed in to");
  });
});

describe("missing requirements are reported at once, before the first window,", () => {
  test("with an outdated forge CLI, and without a login", async () => {
    const forge = await openForge();
    const setup = await openGhSetup(forge, { login: false, path: await makeOldGh() });
    const { code, err } = await setup.answer({ answers });
    expect(code).toBe(5);
    expect(err).toContain("acme/control cannot be set up yet:");
    expect(err).toContain('- "gh" is version 2.23.0; setting variables requires 2.25.0 or newer');
    expect(err).toContain("- not signed in to");
    expect(err).toContain("Install gh 2.25.0 or newer:\n   https://cli.github.com");
    expect(err).toContain("gh auth login --hostname");
    expect((await readResult(forge)).apps).toEqual([]);
  });

  test("without a forge CLI", async () => {
    const forge = await openForge();
    const { home } = await makeHome();
    const setup = await openGhSetup(forge, { path: home, env: { PATH: home } });
    const { code, err } = await setup.answer({ answers });
    expect(code).toBe(5);
    expect(err).toContain('│ - "gh" is not installed');
    expect(err).toContain("https://cli.github.com");
    expect((await readResult(forge)).apps).toEqual([]);
  });

  test("without a login", async () => {
    const forge = await openForge();
    const setup = await openGhSetup(forge, { login: false });
    const { code, err } = await setup.answer({ answers });
    expect(code).toBe(5);
    expect(err).toContain("- not signed in to");
    expect(err).not.toContain("is missing");
    // The name that the real CLI uses for a forge of this machine.
    const { origin } = forge.emulator;
    expect(err).toContain(
      `http_proxy=${origin} gh auth login --hostname github.localhost --with-token`,
    );
  });

  test("also by status", async () => {
    const forge = await openForge();
    const setup = await openGhSetup(forge, { login: false });
    const { code, out, err } = await setup.run("status");
    expect({ code, out }).toEqual({ code: 5, out: "" });
    expect(err).toContain("✖ Not signed in to 127.0.0.1:");
  });
});
