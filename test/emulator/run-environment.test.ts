import { describe, expect, test } from "vitest";
import { acme } from "../../emulator/state/seed.ts";
import type { EmulatorOptions } from "../../emulator/emulator.ts";
import { openForge, type OpenForge } from "./open-forge.ts";
import { printing, putSecret, readJob, readRun, seeRun, startRun } from "./run-bench.ts";

const repository = "/repos/acme/control";
const path = `${repository}/environments/agents`;
const custom = { protected_branches: false, custom_branch_policies: true };
const onlyProtected = { protected_branches: true, custom_branch_policies: false };

async function openWith(rules: object, options: EmulatorOptions = {}) {
  const forge = await openForge(options);
  await forge.control("PATCH", "world", { organizations: { acme: { plan: "enterprise" } } });
  const made = await forge.rest("PUT", path, { body: rules });
  expect(made.status).toBe(200);
  await putSecret(forge, path, { name: "WORD", value: "hush" });
  return { forge, environment: made.json.id as number };
}

const text = printing({ WORD: "${{ secrets.WORD }}" });
const message = "WORD=hsuh end";
const idOf = async (forge: OpenForge, login: string) =>
  (await forge.rest("GET", `/users/${login}`)).json.id as number;
const tokenOf = async (forge: OpenForge, user: string) =>
  (await forge.control("POST", "tokens", { user, scopes: ["repo"] })).json.token as string;

describe("branches", () => {
  test("are all allowed by a protected-branches policy if no branch is protected", async () => {
    const { forge } = await openWith({ deployment_branch_policy: onlyProtected });
    const id = await startRun(forge, text);
    expect(await seeRun(forge, id, "completed")).toMatchObject({ conclusion: "success" });
    expect((await readJob(forge, id)).log).toContain(message);
  });

  test("that are protected are allowed by a protected-branches policy", async () => {
    const { forge } = await openWith({ deployment_branch_policy: onlyProtected });
    const ask = { required_status_checks: null, enforce_admins: null };
    const body = { ...ask, required_pull_request_reviews: null, restrictions: null };
    await forge.rest("PUT", `${repository}/branches/main/protection`, { body });
    const id = await startRun(forge, text);
    expect(await seeRun(forge, id, "completed")).toMatchObject({ conclusion: "success" });
  });

  test("that do not match the policy fail the job at once, without steps", async () => {
    const { forge } = await openWith({ deployment_branch_policy: custom });
    const body = { name: "release/*" };
    await forge.rest("POST", `${path}/deployment-branch-policies`, { body });
    const id = await startRun(forge, text);
    expect(await seeRun(forge, id, "completed")).toMatchObject({ conclusion: "failure" });
    const job = await readJob(forge, id);
    expect(job.steps).toEqual([]);
    expect(job.log).toContain(
      'Branch "main" is not allowed to deploy to agents due to environment protection rules.',
    );
  });

  test("are not checked, and secrets not provided, if the plan no longer supports environments", async () => {
    const { forge } = await openWith({ deployment_branch_policy: custom });
    await forge.control("PATCH", "world", { organizations: { acme: { plan: "free" } } });
    const id = await startRun(forge, text);
    expect(await seeRun(forge, id, "completed")).toMatchObject({ conclusion: "success" });
    expect((await readJob(forge, id)).log).toContain("WORD= end");
  });
});

describe("a job that needs a reviewer", () => {
  async function openWaiting(more: object = {}, login = "mona") {
    const opened = await openForge();
    const reviewers = [{ type: "User", id: await idOf(opened, login) }];
    const { forge, environment } = await openWith({ reviewers, ...more });
    const id = await startRun(forge, text);
    await seeRun(forge, id, "waiting");
    const pending = `${repository}/actions/runs/${id}/pending_deployments`;
    const review = (state: string, ask: object = {}) =>
      forge.rest("POST", pending, {
        body: { environment_ids: [environment], state, comment: "Looked at it" },
        ...ask,
      });
    return { forge, environment, id, pending, review };
  }

  test("waits, and is listed with its possible reviewers", async () => {
    const { forge, environment, id, pending } = await openWaiting();
    expect((await forge.rest("GET", pending)).json).toMatchObject([
      {
        environment: { id: environment, name: "agents" },
        wait_timer: 0,
        wait_timer_started_at: null,
        current_user_can_approve: true,
        reviewers: [{ type: "User", reviewer: { login: "mona" } }],
      },
    ]);
    expect(await readJob(forge, id)).toMatchObject({ status: "waiting", log: "" });
    const listed = await forge.rest("GET", `${repository}/actions/runs?status=waiting`);
    expect(listed.json.total_count).toBe(1);
  });

  test("continues once it is approved, and gets the secret only then", async () => {
    const { forge, environment, id, pending, review } = await openWaiting();
    await putSecret(forge, path, { name: "WORD", value: "late" });
    const approved = await review("approved");
    expect(approved).toMatchObject({ status: 200, json: [{ environment: "agents" }] });
    expect(await seeRun(forge, id, "completed")).toMatchObject({ conclusion: "success" });
    expect((await readJob(forge, id)).log).toContain("WORD=etal end");
    expect((await forge.rest("GET", pending)).json).toEqual([]);
    const log = await forge.rest("GET", `${repository}/actions/runs/${id}/approvals`);
    expect(log.json).toMatchObject([
      {
        state: "approved",
        comment: "Looked at it",
        user: { login: "mona" },
        environments: [{ id: environment }],
      },
    ]);
  });

  test("fails once it is rejected, without steps", async () => {
    const { forge, id, review } = await openWaiting();
    expect((await review("rejected")).status).toBe(200);
    expect(await seeRun(forge, id, "completed")).toMatchObject({ conclusion: "failure" });
    expect(await readJob(forge, id)).toMatchObject({ conclusion: "failure", steps: [] });
  });

  test("cannot be approved by a user who is not a reviewer", async () => {
    const { forge, id, pending, review } = await openWaiting();
    const token = await tokenOf(forge, "hubot");
    expect((await forge.rest("GET", pending, { token })).json).toMatchObject([
      { current_user_can_approve: false },
    ]);
    const refused = await review("approved", { token });
    expect(refused.status).toBe(422);
    expect(refused.json.message).toBe("No pending deployment requests to approve or reject");
    expect((await readRun(forge, id)).status).toBe("waiting");
  });

  test("cannot be approved by the user who started it, if self-review is prevented", async () => {
    const { pending, forge, review } = await openWaiting({ prevent_self_review: true });
    expect((await forge.rest("GET", pending)).json).toMatchObject([
      { current_user_can_approve: false },
    ]);
    expect((await review("approved")).status).toBe(422);
  });

  test.each([
    ["no state", { state: undefined }],
    ["another state", { state: "pending" }],
    ["no comment", { comment: undefined }],
    ["no environment", { environment_ids: undefined }],
    ["another environment", { environment_ids: [1] }],
  ])("is not approved by a review with %s", async (_, change) => {
    const { forge, environment, id, pending } = await openWaiting();
    const complete = { environment_ids: [environment], state: "approved", comment: "" };
    expect((await forge.rest("POST", pending, { body: { ...complete, ...change } })).status).toBe(
      422,
    );
    expect((await readRun(forge, id)).status).toBe("waiting");
  });

  test("stops waiting when its run is cancelled", async () => {
    const { forge, id, pending } = await openWaiting();
    await forge.rest("POST", `${repository}/actions/runs/${id}/cancel`);
    expect(await seeRun(forge, id, "completed")).toMatchObject({ conclusion: "cancelled" });
    expect((await forge.rest("GET", pending)).json).toEqual([]);
    expect(await readJob(forge, id)).toMatchObject({ status: "completed" });
  });

  test("is approved or rejected on the run's page", async () => {
    const { forge, environment, id } = await openWaiting();
    const run = `/acme/control/actions/runs/${id}`;
    expect((await forge.page(run)).text).toContain(
      "<h2>Waiting for review</h2><p>check is waiting for agents.</p>",
    );
    expect((await forge.page(`${run}?as=hubot`)).text).toContain(
      "It is waiting for another reviewer or for the wait timer.",
    );
    const form = { environment_id: String(environment), comment: "fine", state: "approved" };
    expect((await forge.page(`${run}/review?as=hubot`, form)).status).toBe(302);
    expect((await readRun(forge, id)).status).toBe("waiting");
    expect((await forge.page(`${run}/review`, form)).headers.get("location")).toBe(run);
    expect(await seeRun(forge, id, "completed")).toMatchObject({ conclusion: "success" });
    expect((await forge.page(run)).text).toContain("<strong>mona</strong> approved: fine");
  });

  test("fails automatically after 30 days without a review", async () => {
    let now = Date.parse("2026-03-01T00:00:00Z");
    const pause = (milliseconds: number) => {
      now += milliseconds;
      return Promise.resolve();
    };
    const { forge } = await openWith({}, { clock: () => new Date(now), pause });
    const reviewers = [{ type: "User", id: await idOf(forge, "mona") }];
    await forge.rest("PUT", path, { body: { reviewers } });
    const id = await startRun(forge, text);
    expect(await seeRun(forge, id, "completed")).toMatchObject({ conclusion: "failure" });
    expect((await readJob(forge, id)).log).toContain("within 30 days");
    expect(new Date(now).toISOString()).toBe("2026-03-31T00:00:00.000Z");
  });

  test("can be approved by any member of a team", async () => {
    const [organization, ...others] = acme.organizations;
    if (!organization) throw new Error("the seed has no organization");
    const team = { ...organization, teams: { operators: ["hubot"] } };
    const seeded = { world: { ...acme, organizations: [team, ...others] } };
    const { forge, environment } = await openWith({}, seeded);
    const { id } = (await forge.rest("GET", "/orgs/acme/teams/operators")).json;
    await forge.rest("PUT", path, { body: { reviewers: [{ type: "Team", id }] } });
    const run = await startRun(forge, text);
    await seeRun(forge, run, "waiting");
    const pending = `${repository}/actions/runs/${run}/pending_deployments`;
    const body = { environment_ids: [environment], state: "approved", comment: "" };
    expect((await forge.rest("POST", pending, { body })).status).toBe(422);
    const token = await tokenOf(forge, "hubot");
    expect((await forge.rest("POST", pending, { body, token })).status).toBe(200);
    expect(await seeRun(forge, run, "completed")).toMatchObject({ conclusion: "success" });
  });
});

describe("a job with a wait timer", () => {
  test("waits that long by the forge's clock, in steps of a day, and continues automatically", async () => {
    let now = Date.parse("2026-03-01T00:00:00Z");
    const pauses: number[] = [];
    const { forge } = await openWith(
      { wait_timer: 2000 },
      {
        clock: () => new Date(now),
        pause: (milliseconds) => {
          pauses.push(milliseconds / 60_000);
          now += milliseconds;
          return Promise.resolve();
        },
      },
    );
    const id = await startRun(forge, text);
    expect(await seeRun(forge, id, "completed")).toMatchObject({ conclusion: "success" });
    expect(pauses).toEqual([1440, 560]);
  });

  test("is shown with its start time, and its wait cannot be shortened", async () => {
    const ended: boolean[] = [];
    const { forge, environment } = await openWith(
      { wait_timer: 5 },
      {
        pause: (_, signal) =>
          new Promise((resolve) => {
            signal.addEventListener("abort", () => resolve(void ended.push(true)));
          }),
      },
    );
    const id = await startRun(forge, text);
    await seeRun(forge, id, "waiting");
    const pending = `${repository}/actions/runs/${id}/pending_deployments`;
    expect((await forge.rest("GET", pending)).json).toMatchObject([
      {
        wait_timer: 5,
        wait_timer_started_at: expect.any(String) as string,
        current_user_can_approve: false,
        reviewers: [],
      },
    ]);
    const body = { environment_ids: [environment], state: "approved", comment: "" };
    expect((await forge.rest("POST", pending, { body })).status).toBe(422);
    await forge.emulator.close();
    expect(ended).toEqual([true]);
  });
});
