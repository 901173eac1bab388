import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { execPath } from "node:process";
import { describe, expect, test } from "vitest";
import { openForge } from "../emulator/open-forge.ts";
import { installProgram, makeHome } from "./installed-program.ts";

const program = installProgram();

/** Creates a clone with these remotes, on a forge that its login belongs to. */
async function openClone(remotes: (origin: string) => Readonly<Record<string, string>>) {
  const { emulator } = await openForge();
  const { home, env: location } = await makeHome();
  const folder = join(home, "clone");
  mkdirSync(folder);
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: folder, env: { PATH: process.env["PATH"], HOME: home } });
  git("init", "-q");
  for (const [name, url] of Object.entries(remotes(emulator.origin)))
    git("remote", "add", name, url);
  const env = { ...location, FORGE_CONFIG_DIR: emulator.cliConfigDir };
  return {
    emulator,
    folder,
    home,
    git,
    run: (args: readonly string[], host = emulator.origin) =>
      program.run([...args, "--host", host], { env, cwd: folder }),
    bare: (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      program.run(args, { env: { ...env, ...more }, cwd: folder }),
  };
}

const control = (origin: string) => ({ origin: `${origin}/acme/control.git` });

describe("without --repo", () => {
  test.each([
    [["status"], 5],
    [["dashboard", "--once"], 0],
    [["verify", "--no-run"], 5],
    [["scope", "--show"], 5],
  ])(
    "%j uses the remote of the current directory, and reports it on standard error",
    async (args, wanted) => {
      const clone = await openClone(control);
      const { code, err } = await clone.run(args);
      expect(err).toMatch(/^ ● acme\/control, the current directory's remote$/m);
      expect(code).toBe(wanted);
    },
  );

  test("standard output is one JSON document with --json", async () => {
    const clone = await openClone(control);
    const { out } = await clone.run(["status", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ repo: "acme/control" });
  });

  test("a dry run of setup also uses the remote of the current directory", async () => {
    const clone = await openClone(control);
    const { code, out } = await clone.run(["setup", "--dry-run", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ repo: "acme/control" });
  });

  test("URL rewrites in the Git configuration apply", async () => {
    const clone = await openClone(() => ({ origin: "forge:acme/control" }));
    clone.git("config", `url.${clone.emulator.origin}/.insteadOf`, "forge:");
    expect((await clone.run(["status"])).err).toContain(
      "acme/control, the current directory's remote",
    );
  });

  test("several repositories without a terminal exit with 2, each with its command, origin first", async () => {
    const clone = await openClone((origin) => ({
      a: `${origin}/acme/web`,
      origin: `${origin}/acme/control`,
      same: `${origin}/ACME/control.git`,
    }));
    const { code, out, err } = await clone.bare([
      "status",
      "--json",
      "--host",
      clone.emulator.origin,
    ]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    const lines = [...err.matchAll(/--repo (\S+)/g)].map(([, name]) => name);
    expect(lines).toEqual(["acme/control", "acme/web"]);
    expect(err.replaceAll(/\s+\\\n\s+/g, " ")).toContain(
      `gatehouse status --json --host ${clone.emulator.origin} --repo acme/control`,
    );
  });

  test.each<[what: string, remotes: Readonly<Record<string, string>>]>([
    ["points to a page", { origin: "https://github.com/acme/control/tree/main" }],
    ["is on another host", { origin: "git@acme.ghe.com:acme/control.git" }],
    ["is a directory", { origin: "../plane/repository" }],
    ["does not exist, and other remotes differ", { fork: "https://acme.ghe.com/acme/control" }],
  ])("a remote of another owner is not used if origin %s", async (_what, remotes) => {
    const clone = await openClone(() => ({ ...remotes, other: "https://github.com/evil/repo" }));
    const { code, out, err } = await clone.bare(["status"]);
    expect({ code, out, err }).toEqual({
      code: 2,
      out: "",
      err: [
        " ✖ Could not determine the current directory's repository, and no terminal is available for",
        " │ questions.",
        " │ Add --repo:",
        "   gatehouse status --repo evil/repo",
        "",
      ].join("\n"),
    });
  });

  test.each<[what: string, remotes: (forge: string) => Readonly<Record<string, string>>]>([
    [
      "origin points to, whatever the other remotes are",
      (forge) => ({ origin: forge, a: "../plane/repository" }),
    ],
    ["all remotes point to if origin does not exist", (forge) => ({ a: forge, b: `${forge}.git` })],
  ])("selects the repository that %s", async (_what, remotes) => {
    const clone = await openClone((origin) => remotes(`${origin}/acme/control`));
    expect((await clone.run(["status"])).err).toContain(
      "acme/control, the current directory's remote",
    );
  });

  test("a remote on another forge is reported with the command for that forge", async () => {
    const clone = await openClone(() => ({ origin: "git@acme.ghe.com:acme/control.git" }));
    const { code, err } = await clone.bare(["status"]);
    expect({ code, err }).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": " ✖ --repo is missing, and the current directory's remote is on acme.ghe.com, not on github.com.
       │ For acme/control on acme.ghe.com:
         gatehouse status --repo acme/control --host acme.ghe.com
       │ For a repository on github.com:
         gatehouse status --repo acme/control
      ",
      }
    `);
  });

  test.each([
    ["acme.ghe.com", "acme.ghe.com"],
    ["ssh.github.com", "github.com"],
    // The target does not belong to a forge, because the web certificate is for the alias.
    ["10.0.0.7", "work"],
  ])("a host alias for %s in the user's SSH configuration is %s", async (resolvesTo, host) => {
    const clone = await openClone(() => ({ origin: "git@work:acme/control.git" }));
    const bin = join(clone.home, "bin");
    mkdirSync(bin);
    const answer = `#!/bin/sh\n[ "$1 $2" = "-G work" ] && printf 'user git\nhostname ${resolvesTo}\n'\n`;
    writeFileSync(join(bin, "ssh"), answer, { mode: 0o755 });
    const path = [bin, dirname(execPath), "/usr/bin", "/bin"].join(delimiter);
    const { code, err } = await clone.bare(["status", "--host", "other.example"], { PATH: path });
    expect(code).toBe(2);
    expect(err.replaceAll(/[\s│]+/g, " ")).toContain(
      `the current directory's remote is on ${host}, not on other.example.`,
    );
  });

  test("an error distinguishes a directory that is not a clone from a clone without a remote", async () => {
    const { home, env } = await makeHome();
    const outside = await program.run(["verify"], { cwd: home, env });
    expect(outside.err).toContain(
      "--repo is missing, and the current directory is not in a Git clone.",
    );
    const clone = await openClone(() => ({}));
    const { code, err } = await clone.bare(["verify"]);
    expect(code).toBe(2);
    expect(err).toContain(
      "--repo is missing, and this clone does not have a remote on github.com.",
    );
  });

  test("only host, owner and repository name of a remote URL are printed", async () => {
    const clone = await openClone(() => ({
      origin: "https://mona:ghp_0123456789abcdefghijABCDEFGHIJ012345@acme.ghe.com/acme/control.git",
      other: "https://mona:hunter2@acme.ghe.com/acme/con\u001B[31mtrol",
    }));
    const { err } = await clone.bare(["status"]);
    expect(err).toContain("acme.ghe.com");
    expect(err).not.toMatch(/mona|ghp_|hunter2/);
    expect(err).not.toContain("\u001B");
  });

  test("exposed with --yes requires --repo, because it cannot ask for the repository", async () => {
    const clone = await openClone(control);
    const before = await clone.run(["status", "--json"]);
    const { code, out, err } = await clone.run(["exposed", "--credential", "pat", "--yes"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("--yes requires --repo, because no questions are asked.");
    expect(err.replaceAll(/\s+\\\n\s+/g, " ")).toContain(
      `gatehouse exposed --credential pat --yes --host ${clone.emulator.origin} --repo acme/control`,
    );
    expect(await clone.run(["status", "--json"])).toEqual(before);
  });

  test.each(["setup", "rotate"])(
    "%s with answers reads the repository from the answers",
    async (verb) => {
      const clone = await openClone(control);
      writeFileSync(join(clone.folder, "answers.json"), '{"answers":{}}');
      const { code, err, out } = await clone.run([verb, "--answers", "answers.json"]);
      expect(code).toBe(2);
      expect(err + out).toMatch(/does not contain an answer for[\s│]+"repository":[\s│]/);
    },
  );
});
