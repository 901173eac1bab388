import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { patPermissions } from "../../flows/pat/pat-scope.ts";
import { brands } from "../../src/forge/brand.ts";
import { decisionPath, settingsPath } from "../../src/plane/scope/control-files.ts";
import { renderDecision, type Decision } from "../../src/plane/scope/decision.ts";
import { scopeFingerprint } from "../../src/plane/scope/scope.ts";
import { renderSettings } from "../../src/plane/scope/settings.ts";
import { controlFilePath, renderControlFile } from "../../src/run/control/control-file.ts";
import { planFor } from "../../src/run/control/plan-for.ts";
import {
  appDecision,
  openControlPlane,
  patDecision,
  someSettings,
} from "../plane/control-plane-bench.ts";
import { servePackage } from "../plane/fleet/serve-package.ts";
import { makeFolder } from "../temporary-folder.ts";
import { findTokenShapes, watchScripts } from "./find-token-shapes.ts";
import { installProgram, makeHome } from "./installed-program.ts";

const program = installProgram();
const brand = brands.forge;
const home = "/repos/acme/control";
const enrolled = ["acme/control", ...someSettings.targets];
const folder = ".forge/workflows";

type Plane = Awaited<ReturnType<typeof openControlPlane>>;

const chosen = (choice: Decision["choice"]): Decision => ({
  ...appDecision,
  scope: scopeFingerprint(someSettings),
  choice,
});

interface Profile {
  readonly decision: Decision;
  readonly author: string;
  readonly prepare: (plane: Plane) => Promise<unknown>;
}

const profiles: [string, Profile][] = [
  [
    "app",
    {
      decision: chosen({ profile: "app", readApp: true, writeApp: true, pat: false }),
      author: "acme-writeer[bot]",
      prepare: async (plane) => {
        await plane.addApp("read", enrolled);
        await plane.addApp("write", ["acme/control"]);
      },
    },
  ],
  [
    "workflow-token",
    {
      decision: chosen({ profile: "workflow-token", readApp: false, writeApp: false, pat: false }),
      author: "github-actions[bot]",
      // In other repositories, the workflow token can read only public data.
      prepare: async ({ rest }) => {
        for (const name of someSettings.targets)
          await rest("PATCH", `/repos/${name}`, { body: { visibility: "public" } });
      },
    },
  ],
  [
    "pat",
    {
      decision: patDecision(),
      author: "mona",
      prepare: (plane) =>
        plane.addPat(enrolled, {
          permissions: patPermissions(someSettings),
        }),
    },
  ],
];

/** Creates a control plane, and a clone with its decision, settings and control file. */
async function openClone({ decision, prepare }: Profile) {
  const { run: runScript, seen } = watchScripts();
  const stateFile = join(makeFolder("state"), "state.json");
  const plane = await openControlPlane(runScript, { stateFile });
  const pin = await servePackage(program.cli());
  // The Apps get the permissions that the settings need.
  await plane.writeSettings(someSettings, brand);
  await prepare(plane);
  const files = {
    [settingsPath(brand)]: renderSettings(someSettings),
    [decisionPath(brand)]: renderDecision(decision),
    [controlFilePath(brand)]: renderControlFile({
      ...planFor(brand, decision.choice, someSettings),
      pin,
    }),
  };
  const machine = await makeHome();
  const clone = join(machine.home, "control");
  for (const [path, text] of Object.entries(files)) {
    await plane.commit(path, text);
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    writeFileSync(join(clone, path), text);
  }
  execFileSync("git", ["init", "-q", clone]);
  const env = { ...machine.env, FORGE_CONFIG_DIR: plane.emulator.cliConfigDir };
  const run = (...args: string[]) => program.run(args, { env, cwd: clone });
  return { plane, clone, run, seen, stateFile };
}

/** Returns all runs of a workflow after they have ended. */
async function waitForRuns({ rest }: Plane, file: string, count: number) {
  const read = async () => (await rest("GET", `${home}/actions/workflows/${file}/runs`)).json;
  const conclusions = async () =>
    ((await read()).workflow_runs as { conclusion: string | null }[]).map(
      ({ conclusion }) => conclusion,
    );
  await expect
    .poll(conclusions, { timeout: 100_000 })
    .toEqual(Array.from({ length: count }, () => "success"));
}

test.each(profiles)(
  "for the profile %s, the new workflows run unchanged to a review issue and a passing verify",
  async (_, profile) => {
    const { plane, clone, run, seen, stateFile } = await openClone(profile);
    const made = await run("new", "review", "--workflow");
    expect(made).toMatchObject({ code: 0 });
    expect(made.out).toContain(`Created ${folder}/review.md and ${folder}/review-worker.md`);
    expect(await run("control", "check")).toMatchObject({ code: 0 });
    for (const name of ["review.md", "review-worker.md"])
      await plane.commit(`${folder}/${name}`, readFileSync(join(clone, folder, name), "utf8"));

    const dispatches = `${home}/actions/workflows/review.md/dispatches`;
    expect(await plane.rest("POST", dispatches, { body: { ref: "main" } })).toMatchObject({
      status: 204,
    });
    await waitForRuns(plane, "review.md", 1);
    await waitForRuns(plane, "review-worker.md", someSettings.targets.length);

    const issues = (await plane.rest("GET", `${home}/issues`)).json;
    const titles = issues.map(({ title }: { title: string }) => title);
    expect(titles.toSorted()).toEqual(["Review of acme/api", "Review of acme/infra"]);
    expect(issues[0].user.login).toBe(profile.author);
    expect(issues[0].body).toMatch(/^A simulated agent of the embedded forge wrote this issue\./);

    const where = ["--host", plane.emulator.origin, "--repo", "acme/control"];
    const verified = await run("verify", ...where, "--json");
    const { checks } = JSON.parse(verified.out || verified.err);
    expect(checks.filter(({ state }: { state: string }) => state !== "pass")).toEqual([]);
    expect(verified.code).toBe(0);

    // The state contains logs, issues, inputs of runs, caches and all files, but encrypts secrets.
    await plane.emulator.close();
    const state = readFileSync(stateFile, "utf8");
    expect(state).toContain("Review of acme/api");
    expect(findTokenShapes(state)).toEqual([]);
    expect(seen).toMatchObject({ agents: 3, byAgents: [], inFiles: [] });
    expect(seen.byOthers).not.toEqual([]);
    expect(seen.files).toBeGreaterThan(0);
  },
);
