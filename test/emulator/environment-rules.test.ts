import { describe, expect, test } from "vitest";
import { acme } from "../../emulator/state/seed.ts";
import { openForge, type OpenForge } from "./open-forge.ts";

const path = "/repos/acme/control/environments/agents";
const branches = "/repos/acme/control/branches";
const custom = { protected_branches: false, custom_branch_policies: true };

const plan = (forge: OpenForge, name: string) =>
  forge.control("PATCH", "world", { organizations: { acme: { plan: name } } });

const idOf = async (forge: OpenForge, login: string) =>
  (await forge.rest("GET", `/users/${login}`)).json.id as number;

/** The fields of a request that protects a branch without further rules. */
const noMore = {
  required_status_checks: null,
  enforce_admins: null,
  required_pull_request_reviews: null,
  restrictions: null,
};

describe("the rules of an environment", () => {
  test("are each returned in their own shape", async () => {
    const forge = await openForge();
    await plan(forge, "enterprise");
    const reviewers = [{ type: "User", id: await idOf(forge, "mona") }];
    const body = { wait_timer: 30, prevent_self_review: true, reviewers };
    const made = await forge.rest("PUT", path, {
      body: { ...body, deployment_branch_policy: custom },
    });
    expect(made.json.protection_rules).toMatchObject([
      { type: "wait_timer", wait_timer: 30 },
      {
        type: "required_reviewers",
        prevent_self_review: true,
        reviewers: [{ type: "User", reviewer: { login: "mona" } }],
      },
      { type: "branch_policy" },
    ]);
  });

  test("can have a team as reviewer", async () => {
    const [organization, ...others] = acme.organizations;
    if (!organization) throw new Error("the seed has no organization");
    const teams = { operators: ["hubot"] };
    const world = { ...acme, organizations: [{ ...organization, teams }, ...others] };
    const forge = await openForge({ world });
    await plan(forge, "enterprise");
    const team = await forge.rest("GET", "/orgs/acme/teams/operators");
    expect(team.json).toMatchObject({ slug: "operators", name: "operators" });
    const reviewers = [{ type: "Team", id: team.json.id as number }];
    const { json } = await forge.rest("PUT", path, { body: { reviewers } });
    expect(json.protection_rules[0].reviewers).toMatchObject([
      { type: "Team", reviewer: { slug: "operators" } },
    ]);
  });

  test.each([
    ["a negative timer", { wait_timer: -1 }],
    ["a timer over 30 days", { wait_timer: 43_201 }],
    ["a timer of half a minute", { wait_timer: 0.5 }],
    ["an unknown field", { waiting_time: 1 }],
    ["a reviewer who does not exist", { reviewers: [{ type: "User", id: 1 }] }],
    [
      "seven reviewers",
      { reviewers: Array.from({ length: 7 }, (_, id) => ({ type: "User", id })) },
    ],
    [
      "a branch policy with neither option",
      { deployment_branch_policy: { ...custom, custom_branch_policies: false } },
    ],
    [
      "a branch policy with both options",
      { deployment_branch_policy: { ...custom, protected_branches: true } },
    ],
  ])("refuse %s", async (_, body) => {
    const forge = await openForge();
    await plan(forge, "enterprise");
    expect((await forge.rest("PUT", path, { body })).status).toBe(422);
  });

  test("reject a reviewer who cannot see the repository", async () => {
    const forge = await openForge();
    await plan(forge, "enterprise");
    await forge.control("PATCH", "world", {
      organizations: { acme: { members: { hubot: null } } },
    });
    const reviewers = [{ type: "User", id: await idOf(forge, "hubot") }];
    expect((await forge.rest("PUT", path, { body: { reviewers } })).status).toBe(422);
  });

  test("refuse a name of more than 255 characters", async () => {
    const forge = await openForge();
    const long = `/repos/acme/control/environments/${"x".repeat(256)}`;
    expect((await forge.rest("PUT", long, { body: {} })).status).toBe(422);
  });

  test("are reset if they are omitted", async () => {
    const forge = await openForge();
    await forge.rest("PUT", path, { body: { deployment_branch_policy: custom } });
    const { json } = await forge.rest("PUT", path);
    expect(json).toMatchObject({ protection_rules: [], deployment_branch_policy: null });
  });
});

describe("a private repository below Enterprise", () => {
  test.each([
    ["reviewers", []],
    ["reviewers", null],
    ["wait_timer", 0],
    ["prevent_self_review", false],
  ])(
    "refuses %s with the value %j, and leaves the environment without the rule",
    async (name, value) => {
      const forge = await openForge();
      const { status, json } = await forge.rest("PUT", path, { body: { [name]: value } });
      expect(status).toBe(422);
      expect(json.message).toBe(
        "Failed to create the environment protection rule. Please ensure the billing plan supports the required reviewers protection rule.",
      );
      expect((await forge.rest("GET", path)).json).toMatchObject({ protection_rules: [] });
    },
  );

  test("accepts branch policies on Team, and not on Free", async () => {
    const forge = await openForge();
    const body = { deployment_branch_policy: custom };
    expect((await forge.rest("PUT", path, { body })).status).toBe(200);
    await forge.rest("DELETE", path);
    await plan(forge, "free");
    const refused = await forge.rest("PUT", path, { body });
    expect(refused.status).toBe(422);
    expect(refused.json.message).toContain("branch policy protection rule");
    expect((await forge.rest("GET", path)).json.deployment_branch_policy).toBeNull();
  });

  test("supports environment secrets in a public repository on Free, and not in a private one", async () => {
    const forge = await openForge();
    await plan(forge, "free");
    for (const [name, status] of [
      ["control", 403],
      ["web", 200],
    ] as const) {
      const one = `/repos/acme/${name}/environments/agents`;
      await forge.rest("PUT", one, { body: {} });
      expect((await forge.rest("GET", `${one}/secrets/public-key`)).status).toBe(status);
      expect((await forge.rest("GET", `${one}/secrets`)).status).toBe(status);
    }
  });
});

describe("branch patterns", () => {
  const patterns = `${path}/deployment-branch-policies`;

  async function openWithPattern() {
    const forge = await openForge();
    await forge.rest("PUT", path, { body: { deployment_branch_policy: custom } });
    const { json, status } = await forge.rest("POST", patterns, { body: { name: "main" } });
    return { forge, status, one: `${patterns}/${json.id}` };
  }

  test("are added, shown, renamed and removed", async () => {
    const { forge, status, one } = await openWithPattern();
    expect(status).toBe(200);
    expect((await forge.rest("GET", one)).json).toMatchObject({ name: "main", type: "branch" });
    const renamed = await forge.rest("PUT", one, { body: { name: "release/*" } });
    expect(renamed).toMatchObject({ status: 200, json: { name: "release/*" } });
    expect((await forge.rest("DELETE", one)).status).toBe(204);
    expect((await forge.rest("GET", one)).status).toBe(404);
  });

  test("that already exist redirect to the existing pattern", async () => {
    const { forge, one } = await openWithPattern();
    const again = await forge.rest("POST", patterns, { body: { name: "main" } });
    expect(again.status).toBe(303);
    expect(again.headers.get("location")).toContain(one);
  });

  test("cannot be changed without a custom policy", async () => {
    const { forge, one } = await openWithPattern();
    await forge.rest("PUT", path, { body: {} });
    expect((await forge.rest("POST", patterns, { body: { name: "x" } })).status).toBe(404);
    expect((await forge.rest("PUT", one, { body: { name: "x" } })).status).toBe(404);
  });
});

describe("a branch", () => {
  const protect = (forge: OpenForge, branch = "main") =>
    forge.rest("PUT", `${branches}/${branch}/protection`, { body: noMore });
  const listProtected = async (forge: OpenForge) =>
    (await forge.rest("GET", `${branches}?protected=true`)).json as unknown[];

  test("is protected until its protection is removed", async () => {
    const forge = await openForge();
    expect((await forge.rest("GET", `${branches}/main`)).json).toMatchObject({ protected: false });
    expect(await listProtected(forge)).toEqual([]);
    expect((await forge.rest("GET", `${branches}/main/protection`)).status).toBe(404);
    expect((await protect(forge)).status).toBe(200);
    expect(await listProtected(forge)).toMatchObject([{ name: "main", protected: true }]);
    expect((await forge.rest("GET", `${branches}/main`)).json).toMatchObject({ protected: true });
    expect((await forge.rest("GET", `${branches}/main/protection`)).status).toBe(200);
    expect((await forge.rest("DELETE", `${branches}/main/protection`)).status).toBe(204);
    expect(await listProtected(forge)).toEqual([]);
  });

  test("is protected by a ruleset, which also lists its rules for branches that do not exist", async () => {
    const forge = await openForge();
    const body = {
      name: "guard",
      enforcement: "active",
      conditions: {
        ref_name: { include: ["~DEFAULT_BRANCH", "refs/heads/release/*"], exclude: [] },
      },
      rules: [{ type: "deletion" }],
    };
    const made = await forge.rest("POST", "/repos/acme/control/rulesets", { body });
    expect(made.status).toBe(201);
    expect(await listProtected(forge)).toMatchObject([{ name: "main" }]);
    const rules = async (branch: string) =>
      (await forge.rest("GET", `/repos/acme/control/rules/branches/${branch}`)).json as unknown[];
    expect(await rules("main")).toMatchObject([{ type: "deletion", ruleset_id: made.json.id }]);
    expect(await rules("release%2F1")).toHaveLength(1);
    expect(await rules("topic")).toEqual([]);
    expect((await forge.rest("GET", "/repos/acme/control/rulesets")).json).toMatchObject([
      { name: "guard", enforcement: "active" },
    ]);
  });

  test("has neither page nor protection if it does not exist", async () => {
    const forge = await openForge();
    expect((await forge.rest("GET", `${branches}/topic`)).status).toBe(404);
    expect((await protect(forge, "topic")).status).toBe(404);
  });

  test("of a private repository is protected on paid plans only", async () => {
    const forge = await openForge();
    await plan(forge, "free");
    const refused = await protect(forge);
    expect(refused.status).toBe(403);
    expect(refused.json.message).toContain("make this repository public to enable this feature");
  });
});
