import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { execPath } from "node:process";
import { describe, expect, test } from "vitest";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { openForge } from "../emulator/open-forge.ts";
import { keys } from "./setup-hands.ts";
import { notOurs, startWizard } from "./setup-wizard.ts";
import { sample } from "../sample.ts";

const program = installProgram();
const question = "What do you want to do?";

interface Scene {
  readonly args?: (origin: string) => readonly string[];
  readonly remotes?: (origin: string) => Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
}

/** Runs `gatehouse` without arguments, in a clone with these remotes, or outside a clone. */
async function begin({ args = () => [], remotes, env, columns = 80 }: Scene) {
  const { emulator } = await openForge();
  const { home, env: location } = await makeHome();
  const folder = join(home, "here");
  mkdirSync(folder);
  if (remotes) {
    const git = (...args: string[]) =>
      execFileSync("git", args, { cwd: folder, env: { PATH: process.env["PATH"], HOME: home } });
    git("init", "-q");
    for (const [name, url] of Object.entries(remotes(emulator.origin)))
      git("remote", "add", name, url);
  }
  const login = { FORGE_CONFIG_DIR: emulator.cliConfigDir };
  const wizard = startWizard({
    command: execPath,
    args: [program.cli(), ...args(emulator.origin)],
    env: { ...location, ...notOurs, ...login, ...env },
    cwd: folder,
    columns,
    rows: 24,
  });
  return { wizard, emulator };
}

/** Creates a git that answers on demand. */
async function blockGit() {
  const { home } = await makeHome();
  const [gate, slowGit] = [join(home, "gate"), join(home, "git")];
  execFileSync("mkfifo", [gate]);
  writeFileSync(slowGit, `#!/bin/sh\nread line < ${gate}\nPATH=/usr/bin:/bin exec git "$@"\n`);
  chmodSync(slowGit, 0o755);
  const env = { PATH: [home, process.env["PATH"]].join(delimiter) };
  return { env, continueWith: () => writeFile(gate, "go on\n") };
}

const control = (origin: string) => ({ origin: `${origin}/acme/control.git` });

describe.each(sample("widths of the first screen", [80, 40], 1))(
  "gatehouse without arguments, at %i columns",
  (columns) => {
    test("shows the status of the directory's repository, and performs the choice", async () => {
      const { wizard, emulator } = await begin({ remotes: control, columns });
      await wizard.see(question);
      await wizard.see("acme/control: not set up · 1 thing to do");
      const screen = wizard.screen();
      for (const line of screen.split("\n")) expect(line.length).toBeLessThanOrEqual(columns);
      expect(screen).toMatch(/› gatehouse setup\b/);
      await wizard.choose(question, "gatehouse status");
      expect(await wizard.exited).toMatchObject({ exitCode: 5 });
      const left = `${wizard.scrollback()}\n${wizard.screen()}`.replaceAll(
        /[\s│]+(\\\n\s*)?/g,
        " ",
      );
      expect(left).toContain(`● gatehouse status --host ${emulator.origin} --repo acme/control`);
      expect(left).toContain("acme/control not set up · 1 thing to do");
    });
  },
);

describe("gatehouse without arguments", () => {
  test("exits with 0, and its screen remains in the scrollback", async () => {
    const { wizard } = await begin({ remotes: control });
    await wizard.see(question);
    await wizard.choose(question, "Exit");
    expect(await wizard.exited).toMatchObject({ exitCode: 0 });
    expect(wizard.screen()).toContain("not set up · 1 thing to do");
    expect(wizard.screen()).toContain("Next  Set up the control plane:");
  });

  test("begins the setup of that repository, and its header shows its origin", async () => {
    const { wizard } = await begin({ remotes: control });
    await wizard.see(question);
    wizard.write(keys.enter);
    await wizard.see("Define the scope now or later?");
    expect(wizard.screen()).toContain("set up acme/control");
  });

  test("outside a clone sends no requests, and offers a setup, the demo and the help", async () => {
    // Every request would go through this proxy, which does not exist.
    const nowhere = { https_proxy: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9" };
    const { wizard } = await begin({ env: nowhere });
    await wizard.see(question);
    for (const line of ["gatehouse setup ", "gatehouse demo ", "gatehouse --help ", "Exit"])
      expect(wizard.screen()).toContain(line);
    await wizard.choose(question, "gatehouse --help");
    expect(await wizard.exited).toMatchObject({ exitCode: 0 });
    expect(wizard.scrollback()).toContain("Usage: gatehouse [options] [command]");
  });

  test("asks for the repository if the remotes name several", async () => {
    const { wizard } = await begin({
      remotes: (origin) => ({ other: `${origin}/acme/web`, origin: `${origin}/acme/control` }),
    });
    await wizard.see("Which repository do you mean?");
    expect(wizard.screen()).toMatch(/› acme\/control on [^]*\n.*acme\/web on /);
    wizard.write(`${keys.down}${keys.enter}`);
    await wizard.see("acme/web: not set up");
  });

  test("sends no request for a remote on an unknown host, and reports it", async () => {
    const { wizard } = await begin({
      remotes: () => ({ origin: "git@forge.example:acme/control" }),
    });
    await wizard.see(question);
    await wizard.see(
      "This directory's remote is acme/control on forge.example. No request was sent to that host.",
    );
    expect(wizard.screen()).toMatch(/› gatehouse status +check the status of this repository/);
  });

  test("shows the problem, with its fix, if the forge rejects the request", async () => {
    const { wizard } = await begin({ remotes: (origin) => ({ origin: `${origin}/acme/nope` }) });
    await wizard.see(
      "acme/nope does not exist, or is not visible to your account (the stored login).",
    );
    await wizard.see("Check the name and the account that is signed in");
    await wizard.choose(question, "Exit");
    expect(await wizard.exited).toMatchObject({ exitCode: 0 });
    expect(wizard.screen()).toContain("acme/nope does not exist");
  });

  test("continues if a remote's host is invalid for every command", async () => {
    const { wizard } = await begin({ remotes: () => ({ origin: "git@a..ghe.com:acme/control" }) });
    await wizard.see('"a..ghe.com" is not a host name.');
    await wizard.choose(question, "Exit");
    expect(await wizard.exited).toMatchObject({ exitCode: 0 });
  });

  test("asks in plain lines if no screen can be drawn", async () => {
    const { wizard } = await begin({ remotes: control, env: { TERM: "dumb" } });
    await wizard.see("acme/control: not set up");
    expect(await wizard.see("4. Exit")).not.toContain("›");
  });

  test("Ctrl-C exits with 130, and nothing was done", async () => {
    const { wizard } = await begin({ remotes: control });
    await wizard.see(question);
    wizard.write("\u0003");
    expect(await wizard.exited).toMatchObject({ exitCode: 130 });
    expect(wizard.screen()).toContain("Stopped. No changes were made.");
  });

  test("reacts to Ctrl-C while git is still running", async () => {
    const { env, continueWith } = await blockGit();
    const { wizard } = await begin({ remotes: control, env });
    await wizard.see("ctrl-c stop");
    wizard.write("\u0003");
    await wizard.see("ctrl-c again: stop without waiting");
    await continueWith();
    expect(await wizard.exited).toMatchObject({ exitCode: 130 });
  });
});

describe("a command without --repo, in a terminal", () => {
  const several = (origin: string) => ({
    other: `${origin}/acme/web`,
    origin: `${origin}/acme/control`,
  });

  test("asks which of several repositories to use, with that of origin first", async () => {
    const { wizard } = await begin({
      args: (origin) => ["status", "--host", origin],
      remotes: several,
    });
    await wizard.see("Which repository is the control repository?");
    expect(wizard.screen()).toMatch(/› acme\/control\n.* acme\/web\n.* Another repository/);
    wizard.write(keys.enter);
    expect(await wizard.exited).toMatchObject({ exitCode: 5 });
    expect(`${wizard.scrollback()}\n${wizard.screen()}`).toContain("acme/control   not set up");
  });

  test.each([
    ["setup", "set up"],
    ["scope", "scope of"],
    ["rotate", "rotate"],
    ["remove", "remove"],
  ])("the screen of %s appears while git is still running", async (verb, title) => {
    const { env, continueWith } = await blockGit();
    const { wizard } = await begin({
      args: (origin) => [verb, "--host", origin],
      remotes: control,
      env,
    });
    expect(await wizard.see(title)).not.toContain("acme/control");
    await continueWith();
    await wizard.see("acme/control");
  });

  test("shows above each question of a wizard that the repository is the directory's", async () => {
    const { wizard } = await begin({
      args: (origin) => ["setup", "--host", origin],
      remotes: control,
    });
    await wizard.see("Define the scope now or later?");
    expect(wizard.screen()).toContain("set up acme/control, the current directory's remote");
  });

  test("shows the repository on which a response to exposure will act, before it acts", async () => {
    const { wizard } = await begin({
      args: (origin) => ["exposed", "--host", origin, "--credential", "read-app"],
      remotes: control,
    });
    await wizard.see("respond to exposure acme/control");
    expect(wizard.raw()).toContain("acme/control, the current directory's remote");
  });
});
