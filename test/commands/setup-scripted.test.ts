import { least } from "../flows/engine/engine-bench.ts";
import { described } from "../flows/scope/scope-bench.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { openForge } from "../emulator/open-forge.ts";
import { putSecret } from "../emulator/run-bench.ts";
import { installProgram } from "./installed-program.ts";
import { answers, openScriptedSetup } from "./scripted-setup.ts";
import { readResult, completeResult } from "./setup-result.ts";

const program = installProgram();
const limitMilliseconds = 120_000;
/** Firewall answers of an operator who wants as little as possible. */
const rules = {
  agent: "none",
  needs: [],
  domains: ["example.com"],
  "filter-mode": "names",
  "log-level": "info",
  "logs-folder": "",
  environment: "usual",
  "rules-save": "write",
  trial: "later",
};

/** Returns the answers for public targets, which need no App, with the control file. */
function describedOpenly() {
  const openScope = Object.entries(described).filter(([id]) => !id.startsWith("profile-app"));
  const controlFile = { "control-file": "write", "control-package": "committed" };
  return { ...Object.fromEntries(openScope), ...controlFile };
}

describe("setup --answers", { timeout: limitMilliseconds }, () => {
  test("completes the setup, and a rerun finds its own work", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    const first = await setup.answer({ answers });
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).toContain(
      " ✔ Read App   gatehouse-acme-control-read · verified with its own key",
    );
    expect(first.out).toContain("acme/control has its Apps, but no profile");
    expect(first.out).toContain(
      `   gatehouse scope --host ${forge.emulator.origin} --repo acme/control\n`,
    );
    expect(first.out).toContain(
      `   gatehouse status --host ${forge.emulator.origin} --repo acme/control\n`,
    );
    expect(await readResult(forge)).toEqual(completeResult);

    const before = forge.emulator.requests().length;
    const again = await setup.answer({ answers: {} });
    expect(again).toMatchObject({ code: 0, err: "" });
    expect(again.out).toContain("acme/control has its Apps, but no profile");
    const calls = forge.emulator.requests().slice(before);
    expect(calls.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      "GET /orgs/acme/copilot/billing",
      "GET /orgs/acme/installations",
      "GET /repos/acme/control/actions/secrets",
      "GET /repos/acme/control/actions/variables",
      // The only query that is needed before the others.
      "POST /graphql",
    ]);
    expect(await readResult(forge)).toEqual(completeResult);
  });

  test("continues with the firewall's rules if requested, and prints both results", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    const ended = await setup.answer({ answers: { ...answers, firewall: "now", ...rules } });
    expect(ended).toMatchObject({ code: 0, err: "" });
    expect(ended.out).toContain("acme/control has its Apps, but no profile");
    expect(ended.out).toContain("gatehouse-firewall.yml is written");
    const written = await readFile(join(setup.home, "gatehouse-firewall.yml"), "utf8");
    expect(written).toBe("allow-domains:\n  - example.com\n");
  });

  test("continues with an agent's engine if requested, in the current directory", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    const engine = { ...least, "network-allowed": [], "definition-name": "probe" };
    const ended = await setup.answer({ answers: { ...answers, engine: "now", ...engine } });
    expect(ended.code).toBe(0);
    expect(ended.out).toContain("acme/control has its Apps, but no profile");
    expect(ended.out).toContain("agents/probe.md is written");
    expect(ended.out).toContain("gatehouse secrets set FORGE_TOKEN --definition agents/probe.md\n");
    const written = await readFile(join(setup.home, "agents/probe.md"), "utf8");
    expect(written).toMatch(/^---\n[^]*\nname: probe\n/);
  });

  test("reports the completed setup if the firewall's rules fail", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    const given = { ...answers, firewall: "now", ...rules, domains: ["*.co.uk"] };
    const ended = await setup.answer({ answers: given });
    expect(ended.code).toBe(2);
    expect(ended.out).toContain("acme/control has its Apps, but no profile");
    expect(ended.err).toContain("*.co.uk is too");
    expect(await readResult(forge)).toEqual(completeResult);
  });

  test("does not pass secrets from the environment to child processes, including the browser", async () => {
    const forge = await openForge();
    const secrets = {
      CP_FORGE_TOKEN: "cp-in-the-clear",
      GH_TOKEN: "gh-in-the-clear",
      K: "k-in-it",
    };
    const setup = await openScriptedSetup(program, forge, { env: secrets });
    const seen = join(setup.home, "seen");
    const spy = join(setup.home, "spy");
    const script = `#!/bin/sh\nenv >> ${seen}\nexec ${setup.env["BROWSER"]} "$@"\n`;
    await writeFile(spy, script, { mode: 0o755 });
    const path = join(setup.home, "answers.json");
    await writeFile(path, JSON.stringify({ answers }));
    const where = ["--host", forge.emulator.origin, "--repo", "acme/control"];
    const env = { ...setup.env, BROWSER: spy };
    const { code } = await program.run(["setup", ...where, "--answers", path], { env });
    expect(code).toBe(0);
    const environment = await readFile(seen, "utf8");
    expect(environment).toContain("HOME=");
    for (const secret of Object.values(secrets)) expect(environment).not.toContain(secret);
  });

  test("stores all keys although its output cannot be written, and does not exit with 0", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    const path = join(setup.home, "answers.json");
    await writeFile(path, JSON.stringify({ answers }));
    const where = ["--host", forge.emulator.origin, "--repo", "acme/control"];
    const full = await open("/dev/full", "w");
    const child = spawn(process.execPath, [program.cli(), "setup", ...where, "--answers", path], {
      env: { PATH: process.env["PATH"], LANG: "C.UTF-8", ...setup.env },
      stdio: ["ignore", full.fd, "pipe"],
    });
    const [err, [code]] = await Promise.all([
      text(child.stderr ?? Readable.from([])),
      once(child, "exit"),
    ]);
    await full.close();
    const message = " ✖ Could not write all of the output (ENOSPC).\n";
    expect({ code, err }).toEqual({ code: 5, err: message });
    expect(await readResult(forge)).toEqual(completeResult);
  });

  test("continues after the reader of standard error closes its pipe", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    const path = join(setup.home, "answers.json");
    await writeFile(path, JSON.stringify({ answers }));
    const where = ["--host", forge.emulator.origin, "--repo", "acme/control"];
    const child = spawn(
      process.execPath,
      [program.cli(), "setup", ...where, "--answers", path, "--json"],
      { env: { PATH: process.env["PATH"], ...setup.env }, stdio: ["ignore", "pipe", "pipe"] },
    );
    child.stderr.once("data", () => child.stderr.destroy());
    const [out, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ overallStatus: "profile not chosen" });
    expect(await readResult(forge)).toEqual(completeResult);
  });

  test("prints one JSON document with --json, and reports unused answers", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    const file = {
      answers: { ...answers, colour: "green" },
      actions: { nowhere: [{ action: "open" }] },
    };
    const { code, out, err } = await setup.answer(file, ["--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      repo: "acme/control",
      host: new URL(forge.emulator.origin).host,
      overallStatus: "profile not chosen",
      complete: false,
      profile: null,
      apps: [
        {
          role: "read",
          slug: "gatehouse-acme-control-read",
          installation: "proved",
          variable: "CP_FORGE_READ_APP_ID",
          secret: "CP_FORGE_READ_APP_PRIVATE_KEY",
        },
        { role: "write", installation: "proved" },
      ],
    });
    const unused = err.split("\n").filter((line) => line.startsWith(" ! "));
    expect(unused).toEqual([
      expect.stringContaining('answers["colour"]'),
      expect.stringContaining('actions["nowhere"]'),
    ]);
  });

  test("reports a question without an answer, and resumes there once the answer is added", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    const { "write-app-name": _, ...some } = answers;
    const first = await setup.answer({ answers: some });
    expect(first.code).toBe(2);
    expect(first.err).toMatch(
      /does not contain an answer for[\s│]+"write-app-name":[\s│]+Name[\s│]+of[\s│]+the[\s│]+Write[\s│]+App/,
    );
    expect(first.err).toContain('"write-app-name": "gatehouse-acme-control-write"');
    expect((await readResult(forge)).apps).toEqual(completeResult.apps.slice(0, 1));

    const second = await setup.answer({ answers: { ...answers, "failure:read-proof": "run" } });
    expect(second).toMatchObject({ code: 0 });
    expect(await readResult(forge)).toEqual(completeResult);
  });

  test("accepts the same file again without a message about earlier answers", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    const file = { answers: describedOpenly() };
    for (const time of ["first", "second"]) {
      const { code, err } = await setup.answer(file, ["--json"]);
      const unused = err.split("\n").filter((line) => line.startsWith(" ! "));
      expect({ time, code, unused }).toEqual({ time, code: 0, unused: [] });
    }
  });

  test("is incomplete if the status finds an unchecked credential that runs would use", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    const file = { answers: describedOpenly() };
    expect(await setup.answer(file)).toMatchObject({ code: 0 });
    await putSecret(forge, "/repos/acme/control/actions", { name: "CP_FORGE_TOKEN", value: "x" });
    const { code, out } = await setup.answer(file);
    expect(code).toBe(5);
    expect(out).toContain(" ! acme/control is not complete yet");
    expect(out).toContain("Delete the secret CP_FORGE_TOKEN from the repository");
  });

  test("reports all missing answers at once, before it opens the browser", async () => {
    const forge = await openForge();
    const env = { FORGE_CONFIG_DIR: "/nowhere" };
    const setup = await openScriptedSetup(program, forge, { env });
    const { code, err } = await setup.answer({ answers });
    expect(code).toBe(5);
    expect(err).toContain("acme/control cannot be set up yet:");
    expect(err).toContain(`not signed in to ${new URL(forge.emulator.origin).host}`);
    expect((await readResult(forge)).apps).toEqual([]);
  });
});
