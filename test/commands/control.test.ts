import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderDecision } from "../../src/plane/scope/decision.ts";
import { renderSettings } from "../../src/plane/scope/settings.ts";
import {
  appDecision,
  openControlPlane,
  patDecision,
  someSettings,
  somePin,
} from "../plane/control-plane-bench.ts";
import { makeFolder } from "../temporary-folder.ts";
import { installProgram, makeHome } from "./installed-program.ts";

const program = installProgram();
const pin = ["--cli", somePin.source, "--integrity", somePin.integrity];

/** Creates a clone of a control repository. */
async function openClone(files: Readonly<Record<string, string>> = {}) {
  const folder = makeFolder("control");
  const save = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) await save(path, text);
  return {
    save,
    run: (...args: readonly string[]) => program.run(["control", ...args], { cwd: folder }),
    read: (path = ".github/workflows/shared/control.md") => readFile(join(folder, path), "utf8"),
  };
}

const decided = {
  ".github/control-plane-decision.json": renderDecision({
    ...appDecision,
    choice: { profile: "app", readApp: true, writeApp: true, pat: false },
  }),
  ".github/control-plane.json": renderSettings(someSettings),
};

describe("gatehouse control render", () => {
  test("writes the control file for the decision; a second run keeps the pin and the file", async () => {
    const { run, read } = await openClone(decided);
    const first = await run("render", ...pin);
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).toContain(
      ".github/workflows/shared/control.md is written, for the profile app",
    );
    const text = await read();
    expect(text).toContain("# Profile: app.");
    expect((await run("render")).out).toContain("is unchanged");
    expect(await read()).toBe(text);
  });

  test("prints only the changed lines of the file", async () => {
    const { run, save } = await openClone(decided);
    await run("render", ...pin);
    await save(".github/control-plane.json", renderSettings({ ...someSettings, mode: "live" }));
    const { code, out } = await run("render");
    expect(code).toBe(0);
    expect(out.split("\n").filter((line) => /^ .? ?[-+] /.test(line))).toEqual([
      " │ -   OUTPUT_REPOSITORY: ${{ github.repository }}",
      " │ +   OUTPUT_REPOSITORY: ${{ inputs.output_repository || github.repository }}",
    ]);
  });

  test("prints one JSON document with --json", async () => {
    const { run } = await openClone(decided);
    const { out } = await run("render", ...pin, "--json");
    expect(JSON.parse(out)).toEqual({
      file: ".github/workflows/shared/control.md",
      profile: "app",
      state: "written",
      cli: somePin,
    });
  });

  test.each(["app", "pat", "workflow-token"])(
    "accepts the profile %s on the command line",
    async (profile) => {
      const { run, read } = await openClone();
      expect(await run("render", ...pin, "--profile", profile)).toMatchObject({ code: 0 });
      expect(await read()).toContain(`# Profile: ${profile}.`);
    },
  );

  test("uses the brand of the existing directory, unless --brand is specified", async () => {
    const { run, read } = await openClone({ ".forge/README.md": "" });
    await run("render", ...pin, "--profile", "app");
    expect(await read(".forge/workflows/shared/control.md")).toContain("forge-app:");
    await run("render", ...pin, "--profile", "app", "--brand", "github");
    expect(await read()).toContain("github-app:");
  });

  test.each([
    [[], 2, /✖ No gatehouse package is pinned for runs\./],
    [
      ["--cli", somePin.source],
      2,
      /✖ --cli \(package URL\) and --integrity \(its hash\) must be used together\./,
    ],
    [
      ["--cli", "http://example.com/a.tgz", "--integrity", somePin.integrity],
      2,
      /is not a valid https package URL\./,
    ],
    [
      ["--cli", "https://u:p@example.com/a.tgz", "--integrity", somePin.integrity],
      2,
      /is not a valid https package URL\./,
    ],
    [
      ["--cli", "https://example.com/$(id).tgz", "--integrity", somePin.integrity],
      2,
      /is not a valid https package URL\./,
    ],
    [
      ["--cli", somePin.source, "--integrity", "sha1-abc"],
      2,
      /✖ "sha1-abc" is not a valid sha512 package integrity\./,
    ],
    [[...pin, "--profile", "both"], 2, /✖ "both" is not a valid profile\./],
    [
      [...pin, "--brand", "acme"],
      2,
      /✖ "acme" is not a valid brand; valid brands are forge, github\./,
    ],
    [pin, 5, /✖ \.github\/control-plane-decision\.json not found: no profile was chosen\./],
  ])("%j is refused, and nothing is written", async (args, code, words) => {
    const { run, read } = await openClone();
    const ended = await run("render", ...args);
    expect(ended.code).toBe(code);
    expect(ended.err).toMatch(words);
    await expect(read()).rejects.toThrow("ENOENT");
  });

  test("a decision to stop and an invalid decision are refused, and nothing is written", async () => {
    const stop = { ...appDecision.choice, profile: "stop" } as const;
    const path = ".github/control-plane-decision.json";
    const { run, save } = await openClone({
      [path]: renderDecision({ ...appDecision, choice: stop }),
    });
    expect(await run("render", ...pin)).toMatchObject({ code: 5 });
    await save(path, "{}");
    expect(await run("render", ...pin)).toMatchObject({ code: 2 });
  });
});

describe("gatehouse control check", () => {
  const worker = `---
on: workflow_dispatch
permissions:
  copilot-requests: write
imports:
  - uses: shared/control.md
    with: { role: worker }
---
Review.
`;

  test("exits with 0 for a rendered file, and with 5 after a change until the file is rendered again", async () => {
    const { run, save, read } = await openClone({ ...decided, ".github/workflows/w.md": worker });
    await run("render", ...pin);
    const fine = await run("check", "--json");
    expect({ ...fine, out: JSON.parse(fine.out) as unknown }).toEqual({
      code: 0,
      err: "",
      out: {
        file: ".github/workflows/shared/control.md",
        profile: "app",
        workflows: 1,
        findings: [],
        unread: [],
      },
    });
    expect((await run("check")).out).toContain("no problems found · 1 agent-backed workflow");
    const path = ".github/workflows/shared/control.md";
    await save(path, (await read()).replace("ignore-if-missing: true", "ignore-if-missing: false"));
    const drifted = await run("check");
    expect(drifted.code).toBe(5);
    expect(drifted.out).toMatch(/control\.md:\d+:1 drift/);
    await run("render");
    expect(await run("check")).toMatchObject({ code: 0 });
  });

  test("checks every workflow, but no compiled file", async () => {
    const app = "safe-outputs:\n  github-app: { app-id: 1, private-key: x }\n";
    const { run } = await openClone({
      ...decided,
      ".github/control-plane-decision.json": renderDecision(patDecision()),
      ".github/workflows/w.md": worker.replace("---\nReview", `${app}---\nReview`),
      ".github/workflows/w.lock.yml": app,
      ".github/workflows/notes.md": "No front matter.",
      "aw.yml": "config: []\n",
    });
    await run("render", ...pin);
    const { code, out } = await run("check", "--json");
    const { findings } = JSON.parse(out) as { findings: object[] };
    expect(code).toBe(5);
    expect(findings).toMatchObject([
      { file: ".github/workflows/w.md", line: 1, check: "environment" },
      { file: ".github/workflows/w.md", line: 9, column: 3, check: "own-app" },
      { file: "aw.yml", line: 1, column: 1, check: "config-block" },
    ]);
    expect(Object.keys(findings[0] ?? {})).toEqual(["file", "line", "column", "check", "message"]);
  });

  test("reports an empty directory as a finding, not as a failure", async () => {
    const { run } = await openClone();
    expect(await run("check")).toMatchObject({ code: 5, err: "" });
  });
});

describe("gatehouse control with --repo", () => {
  async function openPlane() {
    const plane = await openControlPlane();
    await plane.writeSettings();
    await plane.writeDecision();
    const { home, env } = await makeHome();
    const run = (verb: string, ...more: string[]) => {
      const where = ["--host", plane.emulator.origin, "--repo", "acme/control"];
      const location = { ...env, FORGE_CONFIG_DIR: plane.emulator.cliConfigDir };
      return program.run(["control", verb, ...where, ...more], { env: location, cwd: home });
    };
    const there = async () => {
      const path = "/repos/acme/control/contents/.forge/workflows/shared/control.md";
      const { content } = (await plane.rest("GET", path)).json as { content?: string };
      return content === undefined ? undefined : Buffer.from(content, "base64").toString();
    };
    return { ...plane, run, there };
  }

  test("render prints the control file for the repository's decision, and commits it only with --commit", async () => {
    const { run, there } = await openPlane();
    expect(await run("render")).toMatchObject({ code: 2, out: "" });
    const printed = await run("render", ...pin);
    expect(printed).toMatchObject({ code: 0, err: "" });
    expect(printed.out).toContain("# Profile: app.");
    expect(await there()).toBeUndefined();

    const committed = await run("render", ...pin, "--commit");
    expect(committed).toMatchObject({ code: 0 });
    expect(committed.out).toContain(".forge/workflows/shared/control.md is written");
    expect(await there()).toBe(printed.out);
    expect((await run("render", "--commit")).out).toContain("is unchanged");
    expect(JSON.parse((await run("render", "--json")).out)).toEqual({
      file: ".forge/workflows/shared/control.md",
      profile: "app",
      cli: somePin,
      committed: false,
      text: printed.out,
    });
  });

  test.each([[[]], [["--commit"]], [["--profile", "workflow-token", "--commit"]]])(
    "render without a package prints the same command with --pack: %j",
    async (options) => {
      const { run, emulator } = await openPlane();
      const { code, err } = await run("render", ...options);
      expect(code).toBe(2);
      const given = ["--host", emulator.origin, "--repo", "acme/control", ...options];
      const [command] = /gatehouse control render .*/.exec(err.replaceAll(/\\\n\s+/g, "")) ?? [];
      expect(command?.split(" ")).toEqual(["gatehouse", "control", "render", ...given, "--pack"]);
    },
  );

  test("check reports faults with three requests, and the printed command fixes them", async () => {
    const plane = await openPlane();
    const { run, emulator } = plane;
    await plane.writeControl();
    const before = emulator.requests().length;
    expect(await run("check")).toMatchObject({ code: 0, err: "" });
    const asked = emulator.requests().slice(before);
    expect(asked.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      "GET /repos/acme/control/contents/.forge/control-plane-decision.json",
      "GET /repos/acme/control/contents/.forge/control-plane.json",
      "POST /graphql",
    ]);

    await plane.writeSettings({ ...someSettings, mode: "live" });
    const drifted = await run("check");
    expect(drifted.code).toBe(5);
    expect(drifted.out).toMatch(/\.forge\/workflows\/shared\/control\.md:\d+:1 drift/);
    const [command = ""] = /gatehouse control render .*/.exec(drifted.out) ?? [];
    const [, , verb = "", ...words] = command.split(" ");
    expect(
      await program.run(["control", verb, ...words], {
        env: { FORGE_CONFIG_DIR: emulator.cliConfigDir },
      }),
    ).toMatchObject({ code: 0 });
    expect(await run("check")).toMatchObject({ code: 0 });
  });

  test("--commit without --repo is refused, because it requires --repo", async () => {
    const { code, err } = await program.run(["control", "render", "--commit"]);
    expect(code).toBe(2);
    expect(err).toContain("✖ --commit requires --repo.");
  });
});
