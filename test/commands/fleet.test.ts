import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openForge } from "../emulator/open-forge.ts";
import { addFleetApp, checkOf, unreadableCheck } from "../plane/fleet/fleet-bench.ts";
import { somePin } from "../plane/control-plane-bench.ts";
import { render } from "../run/control/shared-control-bench.ts";
import { makeFolder } from "../temporary-folder.ts";
import { installProgram } from "./installed-program.ts";

const program = installProgram();
const pin = ["--cli", somePin.source, "--integrity", somePin.integrity];
const file = ".github/workflows/gatehouse-fleet.yml";

function openFolder() {
  const folder = makeFolder("fleet");
  return {
    folder,
    save: async (path: string, text: string) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    read: (path = file) => readFile(join(folder, path), "utf8"),
    run: (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      program.run(["fleet", ...args], { cwd: folder, env }),
  };
}

const one = ["render", "--repo", "acme/control"];

describe("gatehouse fleet render", () => {
  test("writes the file; a second run keeps the pin and the bytes, whatever the order of repositories", async () => {
    const { run, read, save } = openFolder();
    await save("fleet.txt", "globex/control\nacme/control\n");
    const first = await run(["render", "--repos", "fleet.txt", ...pin]);
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).toContain(`${file} is written: 2 control repositories`);
    const text = await read();
    const again = await run([...one, "--repo", "globex/control"]);
    expect(again.out).toContain("is unchanged");
    expect(await read()).toBe(text);
  });

  test("prints the result as one document, and uses the control file's pin", async () => {
    const { run, save } = openFolder();
    await save(".github/workflows/shared/control.md", render("app", "github"));
    const { code, out } = await run([...one, "--json", "--schedule", "0 5 * * *"]);
    expect({ code, document: JSON.parse(out) }).toEqual({
      code: 0,
      document: {
        file,
        check: false,
        state: "missing",
        schedule: "0 5 * * *",
        repositories: ["acme/control"],
        changes: [],
        cli: somePin,
      },
    });
  });

  test("--stdout prints the file, and --output names another file; neither writes the default file", async () => {
    const { run, read } = openFolder();
    const { out } = await run([...one, ...pin, "--stdout", "--brand", "forge"]);
    await run([...one, ...pin, "--output", "part/fleet-2.yml", "--brand", "forge"]);
    expect(await read("part/fleet-2.yml")).toBe(out);
    await expect(read()).rejects.toThrow("ENOENT");
  });

  test("--check shows differences, writes nothing, and exits with 5", async () => {
    const { run, read } = openFolder();
    expect(await run([...one, ...pin, "--check"])).toMatchObject({
      code: 5,
      out: expect.stringContaining(`${file} does not exist`) as string,
    });
    await run([...one, ...pin]);
    expect(await run([...one, "--check"])).toMatchObject({ code: 0 });
    const text = await read();
    const { code, out } = await run([...one, "--repo", "acme/second", "--check"]);
    expect(code).toBe(5);
    expect(out.split("\n").filter((line) => /^ .? ?[-+] /.test(line))).toEqual([
      ' │ +           - "acme/second"',
      " │ +             acme/second",
    ]);
    expect(await read()).toBe(text);
    const document = JSON.parse((await run([...one, "--check", "--json"])).out) as object;
    expect(document).toMatchObject({ check: true, state: "unchanged" });
  });

  test("keeps the schedule and environment of the file until other values are specified", async () => {
    const { run, read } = openFolder();
    await run([...one, ...pin, "--schedule", "0 5 * * *", "--environment", "on"]);
    const text = await read();
    expect(await run(one)).toMatchObject({ code: 0 });
    expect(await read()).toBe(text);
    await run([...one, "--schedule", "0 6 * * *", "--environment", ""]);
    const now = await read();
    expect(now).toContain('cron: "0 6 * * *"');
    expect(now).not.toContain("environment:");
  });

  test("a file that gatehouse did not generate is not overwritten", async () => {
    const { run, read, save } = openFolder();
    await save("ci.yml", "on: push\n");
    const ended = await run([...one, ...pin, "--brand", "github", "-o", "ci.yml"]);
    expect(ended).toMatchObject({ code: 2 });
    expect(ended.err).toContain("ci.yml was not written by gatehouse fleet render");
    expect(await read("ci.yml")).toBe("on: push\n");
  });

  test.each([
    [["render", ...pin], "The fleet is empty"],
    [
      [...one, ...pin, "--repo", "ACME/control"],
      "✖ --repo: ACME/control is listed twice, first at --repo.",
    ],
    [["render", ...pin, "--repo", "acme/$(id)"], "is not a full repository name."],
    [
      [...one, ...pin, "--schedule", "@daily"],
      '✖ "@daily" is not a valid schedule: it has 1 field, not 5.',
    ],
    [[...one, ...pin, "--environment", "a b"], '"a b" is not a valid environment name.'],
    [[...one, ...pin, "--stdout", "--check"], "✖ --stdout cannot be used with --check or --json."],
    [one, "✖ No gatehouse package is pinned for runs."],
    [["render", ...pin, "--repos", "nowhere"], "✖ File not found: nowhere"],
  ])("%j is refused with 2, and nothing is written", async (args, words) => {
    const { run, read } = openFolder();
    expect(await run(args)).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining(words) as string,
    });
    await expect(read()).rejects.toThrow("ENOENT");
  });
});

describe("gatehouse fleet check", () => {
  async function openStep() {
    const forge = await openForge();
    const { app, env } = await addFleetApp(forge, ["acme/control"]);
    const step = openFolder();
    const all = { ...env, FORGE_API_URL: forge.emulator.apiUrl };
    const check = (name: string, more: readonly string[] = [], FORGE_OUTPUT = "output") =>
      step.run(["check", "--repo", name, ...more], { ...all, FORGE_OUTPUT });
    return { ...step, app, check, env: all };
  }

  test("writes its results readable only for its owner, and never writes a credential", async () => {
    const { check, read, folder, app } = await openStep();
    const { code, out, err } = await check("acme/control");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const [mask = "", ...message] = out.split("\n");
    expect(mask).toMatch(/^::add-mask::ghs_/);
    const token = mask.slice("::add-mask::".length);
    const text = await read("fleet-check.json");
    expect(message.join("\n") + text).not.toContain(token);
    expect(out + text).not.toContain(app.pem.split("\n")[1]);
    expect((await stat(join(folder, "fleet-check.json"))).mode & 0o777).toBe(0o600);
    expect(JSON.parse(text)).toMatchObject({
      version: 1,
      repo: "acme/control",
      credential: "fleet-app",
      skipped: [],
      status: { overallStatus: "not set up" },
      verify: { ready: false, run: null },
      reason: null,
    });
  });

  test("stores commands with the program name only; report prints the commands for this machine", async () => {
    const { run, read, env } = await openStep();
    const unnamed = { ...env, FORGE_OUTPUT: "output", PATH: "/usr/bin:/bin" };
    await run(["check", "--repo", "acme/control", "-o", "looks/look.json"], unnamed);
    expect(await read("looks/look.json")).toContain('"command": "gatehouse setup --host');
    expect(await read("looks/look.json")).not.toContain("dist/cli.js");
    const { out } = await run(["report", "looks"], unnamed);
    expect(out).toMatch(/^ +\S*node \S*dist\/cli\.js \\?\s*setup /m);
  });

  test("--json prints the written document, and masks the token on standard error", async () => {
    const { check, read } = await openStep();
    const { out, err } = await check("acme/control", [
      "--json",
      "-o",
      "x.json",
      "--brand",
      "forge",
    ]);
    expect(JSON.parse(out)).toEqual(JSON.parse(await read("x.json")));
    expect(err).toMatch(/^::add-mask::ghs_\S+\n$/);
  });

  test("also records the reason why a repository is unreadable", async () => {
    const { check, read } = await openStep();
    const reason = "The fleet's App is not installed on acme/api.";
    expect(await check("acme/api")).toMatchObject({ code: 5, out: "" });
    const kept = JSON.parse(await read("fleet-check.json")) as object;
    expect(kept).toMatchObject({ repo: "acme/api", status: null, verify: null, reason });
  });

  test("does not print its token outside a run, because no log would mask it", async () => {
    const { check } = await openStep();
    const { code, out } = await check("acme/control", [], "");
    expect({ code, hides: out.includes("::add-mask::") }).toEqual({ code: 0, hides: false });
  });

  test("exits with 2 outside a step", async () => {
    expect(await openFolder().run(["check", "--repo", "acme/control"])).toMatchObject({ code: 2 });
  });
});

describe("gatehouse fleet report", () => {
  async function report(checks: readonly object[], args: readonly string[] = []) {
    const location = openFolder();
    await mkdir(join(location.folder, "looks"));
    for (const [at, check] of checks.entries()) {
      await location.save(`looks/look-${at}/fleet-check.json`, JSON.stringify(check));
    }
    await location.save("fleet.txt", "acme/control\nacme/silent\n");
    const summary = join(location.folder, "summary.md");
    const env = { GITHUB_STEP_SUMMARY: summary };
    return { ...location, summary, ended: await location.run(["report", "looks", ...args], env) };
  }

  test("exits with 0 if no control plane needs attention", async () => {
    const { ended, read } = await report([checkOf("acme/control")]);
    expect(ended).toMatchObject({ code: 0, err: "" });
    expect(ended.out).toContain("None of 1 control plane needs attention: 1 complete.");
    expect(await read("summary.md")).toMatch(/^### Fleet of control planes\n/);
  });

  test("exits with 5 and names each control plane without a result", async () => {
    const options = ["--repos", "fleet.txt", "-o", "report.json", "--json"];
    const { ended, read } = await report([checkOf("acme/control")], options);
    expect(ended.code).toBe(5);
    const document = JSON.parse(ended.out) as { repositories: { repo: string }[] };
    expect(document.repositories[0]).toMatchObject({
      repo: "acme/silent",
      state: "unreadable",
      reason: "its job left no result",
    });
    expect(JSON.parse(await read("report.json"))).toEqual(document);
  });

  test("reports missing results for an empty directory, and exits with 5", async () => {
    const { ended } = await report([]);
    expect(ended.code).toBe(5);
    expect(ended.out).toContain("✖ No results found.");
  });

  test("prints the report even if the report file cannot be written", async () => {
    const { ended, read } = await report([checkOf("acme/control")], ["-o", "looks"]);
    expect(ended.code).toBe(5);
    expect(await read("summary.md")).toContain("None of 1 control plane needs attention");
  });

  test("prints the most urgent control plane first", async () => {
    const { ended } = await report([checkOf("acme/a"), unreadableCheck("acme/b", "Yes.")]);
    expect(ended.out.indexOf("acme/b")).toBeLessThan(ended.out.indexOf("acme/a"));
    expect(ended.out).toContain("unreadable: Yes.");
  });

  test("redacts a credential that a result contains, in every output", async () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const { ended, read } = await report([unreadableCheck("acme/a", `It said ${token}.`)]);
    expect(ended.out + (await read("summary.md"))).not.toContain(token);
  });

  test.each([[[]], [["--json"]]])(
    "the text of a result is not interpreted as a command by the runner, with %j",
    async (args) => {
      const words = `${"It failed. ".repeat(9)} ::error::x ##[error]x`;
      const { ended } = await report([unreadableCheck("acme/a", words)], args);
      expect(ended.out).not.toMatch(/^[\s│]*::|##\[/m);
    },
  );

  test("prints its JSON schema", async () => {
    const { out } = await openFolder().run(["schema"]);
    expect(JSON.parse(out)).toMatchObject({ title: "Report of a fleet of control planes" });
  });
});
