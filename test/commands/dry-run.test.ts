import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SetUpPlan } from "../../src/plane/setup/plan.ts";
import { appDecision, openControlPlane, someSettings } from "../plane/control-plane-bench.ts";
import { installProgram, makeHome } from "./installed-program.ts";

const program = installProgram();
type Plane = Awaited<ReturnType<typeof openControlPlane>>;

async function dryRun({ emulator }: Plane, ...more: string[]) {
  const { home, env } = await makeHome();
  const where = ["--host", emulator.origin, "--repo", "acme/control"];
  const location = { ...env, FORGE_CONFIG_DIR: emulator.cliConfigDir };
  const args = ["setup", "--dry-run", ...where, ...more];
  const ended = await program.run(args, { env: location, cwd: home });
  return { ...ended, home };
}

async function planOf(plane: Plane, ...more: string[]) {
  const { code, out } = await dryRun(plane, "--json", ...more);
  const plan = JSON.parse(out) as SetUpPlan;
  return { code, plan, statuses: plan.apps.map(({ status }) => status) };
}

/** Makes the operator a member who administers the control repository, or only reads it. */
const leaveOwners = (plane: Plane, role: "admin" | "read") =>
  plane.control("PATCH", "world", {
    organizations: { acme: { members: { mona: "member", hubot: "admin" } } },
    repositories: { "acme/control": { collaborators: { mona: role } } },
  });

const live = { ...someSettings, mode: "live" } as const;

describe("setup --dry-run", () => {
  test("reads the forge, sends no request that changes anything, and writes no file", async () => {
    const plane = await openControlPlane();
    await plane.writeSettings(live);
    const before = plane.emulator.requests().length;
    const { code, home } = await dryRun(plane, "--json");
    expect(code).toBe(0);
    const sent = plane.emulator.requests().slice(before);
    const reads = sent.filter(({ method }) => method === "GET");
    const queries = sent.filter(({ method, path }) => method === "POST" && path === "/graphql");
    expect(reads.length + queries.length).toBe(sent.length);
    expect(reads.map(({ path }) => path)).toContain("/repos/acme/control/actions/variables");
    expect(queries.length).toBeGreaterThan(0);
    expect(JSON.stringify(queries)).not.toContain("mutation");
    expect(await readdir(join(home, "state"))).toEqual([]);
  });

  test("without a scope decides nothing, and shows both ceilings", async () => {
    const { code, plan, statuses } = await planOf(await openControlPlane());
    expect(code).toBe(0);
    expect(plan).toMatchObject({
      access: { isAdmin: true, isOwner: true },
      scope: "missing",
      profile: null,
    });
    expect(statuses).toEqual(["undecided", "undecided"]);
    expect(Object.keys(plan.apps[0]?.manifest.default_permissions ?? {})).toHaveLength(11);
  });

  test("requests only what the scope's packages need, and reports Apps that exist", async () => {
    const plane = await openControlPlane();
    await plane.writeSettings(live);
    const app = await plane.addApp("read", ["acme/control"]);
    const { plan, statuses } = await planOf(plane);
    expect(statuses).toEqual(["exists", "would-be-created"]);
    expect(plan).toMatchObject({ scope: "valid", profile: "app" });
    expect(plan.apps[0]?.clientId).toBe(app.clientId);
    expect(plan.apps[1]?.manifest.default_permissions).toEqual({
      actions: "write",
      issues: "write",
      metadata: "read",
      pull_requests: "write",
    });
    const { out } = await dryRun(plane);
    expect(out).toContain(" ✔ Read App: exists already\n");
    expect(out).toContain(" ○ Write App: would be created\n");
    expect(out).toContain("administrator of the repository, owner of the account");
  });

  test("marks an App as not needed if the workflow token is sufficient", async () => {
    const plane = await openControlPlane();
    await plane.writeSettings({ ...someSettings, targets: ["acme/control"] });
    const { plan, statuses } = await planOf(plane);
    expect(plan.profile).toBe("workflow-token");
    expect(statuses).toEqual(["not-needed", "not-needed"]);
  });

  test("for a member uses the recorded decision, or reports that an owner decides", async () => {
    const plane = await openControlPlane();
    await plane.writeSettings();
    await leaveOwners(plane, "admin");
    expect((await planOf(plane)).statuses).toEqual(["undecided", "not-needed"]);
    await plane.writeDecision(appDecision);
    expect((await planOf(plane)).statuses).toEqual(["would-be-created", "not-needed"]);
  });

  test("reports a name that is in use, and exits with 5", async () => {
    const plane = await openControlPlane();
    await plane.writeSettings(live);
    const { code, plan } = await planOf(plane, "--read-app-name", "mona");
    expect(code).toBe(0);
    expect(plan.problems).toEqual([]);
    const taken = await planOf(plane, "--write-app-name", "globex");
    expect(taken.code).toBe(5);
    expect(taken.plan.problems).toEqual([
      "the name globex of the Write App is not available: This name belongs to another account: globex",
    ]);
  });

  test("reports a missing role, and still shows the plan", async () => {
    const plane = await openControlPlane();
    await plane.writeSettings();
    await leaveOwners(plane, "read");
    const { code, plan, statuses } = await planOf(plane);
    expect(code).toBe(5);
    expect(plan.access).toEqual({ isAdmin: false, isOwner: false });
    expect(plan.problems[0]).toContain("Admin role");
    expect(statuses).toEqual(["undecided", "not-needed"]);
    const { out } = await dryRun(plane);
    expect(out).toContain("✖ Setup would stop: you need the Admin role");
  });

  test("reports invalid settings", async () => {
    const plane = await openControlPlane();
    await plane.commit(".forge/control-plane.json", "{}");
    const { code, plan, statuses } = await planOf(plane);
    expect({ code, scope: plan.scope }).toEqual({ code: 5, scope: "broken" });
    expect(plan.problems[0]).toContain(".forge/control-plane.json has");
    expect(statuses).toEqual(["undecided", "undecided"]);
  });

  test("exits with 5 if the repository does not exist or is not visible", async () => {
    const { code, out, err } = await dryRun(await openControlPlane(), "--repo", "acme/nope");
    expect({ code, out }).toEqual({ code: 5, out: "" });
    expect(err).toContain("it does not exist, or is not visible to your account");
  });

  test("exits with 5 and suggests --offline if there is no login", async () => {
    const plane = await openControlPlane();
    const { home, env } = await makeHome();
    const where = ["--host", plane.emulator.origin, "--repo", "acme/control"];
    const ended = await program.run(["setup", "--dry-run", ...where], {
      env: { ...env, FORGE_CONFIG_DIR: join(home, "nothing") },
      cwd: home,
    });
    expect({ code: ended.code, out: ended.out }).toEqual({ code: 5, out: "" });
    expect(ended.err).toContain("not signed in to");
    expect(ended.err).toContain(`gatehouse setup ${where.join(" ")} --dry-run --offline`);
  });

  test("exits with 4 if the forge cannot be reached", async () => {
    const plane = await openControlPlane();
    const play = { kind: "cut", when: "before" } as const;
    const requests = ["POST /graphql", "GET /repos/acme/control"];
    plane.emulator.setFaults(requests.map((on) => ({ on, times: 0, play })));
    const { code, err } = await dryRun(plane);
    expect(code).toBe(4);
    expect(err).not.toContain("cannot be set up");
  });
});
