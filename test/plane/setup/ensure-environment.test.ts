import { describe, expect, test } from "vitest";
import { fixRules, plansOfRules } from "../../../src/plane/repository/environment-protection.ts";
import { ensureEnvironment } from "../../../src/plane/setup/ensure-environment.ts";
import { findPatDate } from "../../../src/plane/setup/pat-date.ts";
import { listChosenBranches } from "../../../src/forge/resources/environments.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { runCli } from "../../emulator/cli-bench.ts";
import { openBench } from "../../forge/forge-bench.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const location = { repository, environment: "control-plane" };
const path = "/repos/acme/control/environments/control-plane";
const branches = `${path}/deployment-branch-policies`;
const chosen = { protected_branches: false, custom_branch_policies: true };

describe("the environment that stores a PAT", () => {
  const guarded = { isProtected: true, admitsDefault: true, waysOut: [] };
  const open = { isProtected: false, admitsDefault: true, waysOut: [fixRules, plansOfRules] };
  const mainOnly = "branch main only, if push access to it is restricted";

  test("is created for the default branch only", async () => {
    const { client, rest } = await openBench();
    expect(await ensureEnvironment(client, location)).toEqual({
      isNew: true,
      ...guarded,
      protection: mainOnly,
    });
    expect((await rest("GET", path)).json.deployment_branch_policy).toEqual(chosen);
    expect((await rest("GET", branches)).json.branch_policies).toMatchObject([{ name: "main" }]);
  });

  test.each([422, 403])(
    "is created without protection if the plan rejects it with %s, and the alternatives are reported",
    async (status) => {
      const { client, emulator, rest } = await openBench();
      emulator.setFaults([{ on: `PUT ${path}`, play: { kind: "status", status } }]);
      const state = await ensureEnvironment(client, location);
      expect(state).toMatchObject({
        isNew: true,
        isProtected: false,
        protection: "no protection: not included in the plan for private repositories",
      });
      expect(state.waysOut.join()).toMatch(
        /Upgrade the plan to Team.*use the Apps.*use a public control repository/,
      );
      expect((await rest("GET", path)).json.deployment_branch_policy).toBeNull();
    },
  );

  test.each([
    ["private", "team", true],
    ["private", "enterprise", true],
    ["private", "free", false],
    ["public", "free", true],
    ["public", "team", true],
  ])("of a %s repository on %s is protected: %s", async (visibility, plan, isProtected) => {
    const { client, control, rest } = await openBench();
    await control("PATCH", "world", {
      organizations: { acme: { plan } },
      repositories: { "acme/control": { visibility } },
    });
    expect(await ensureEnvironment(client, location)).toMatchObject({ isNew: true, isProtected });
    const { deployment_branch_policy: policy } = (await rest("GET", path)).json;
    expect(policy).toEqual(isProtected ? chosen : null);
  });

  test("is not created without the permission for it", async () => {
    const { client, control, rest, clientOf } = await openBench();
    const { token } = (await control("POST", "tokens", { user: "hubot", scopes: ["repo"] })).json;
    const other = clientOf({ token: new Secret(token as string) });
    await expect(ensureEnvironment(other, location)).rejects.toThrow(RefusedByForge);
    expect((await rest("GET", path)).status).toBe(404);
    expect((await ensureEnvironment(client, location)).isProtected).toBe(true);
  });

  const onlyProtected = { protected_branches: true, custom_branch_policies: false };

  test.each([
    ["that allows every branch", {}, "no protection rules"],
    [
      "with only a wait timer, which delays but does not protect,",
      { wait_timer: 5 },
      "a wait timer, which only delays runs",
    ],
    [
      "for protected branches, if no branch is protected,",
      { deployment_branch_policy: onlyProtected },
      "protected branches only, but none is protected, so every branch can use it",
    ],
  ])("%s keeps its rules and is reported as not protected", async (_, body, protection) => {
    const { client, rest, control } = await openBench();
    await control("PATCH", "world", { organizations: { acme: { plan: "enterprise" } } });
    expect((await rest("PUT", path, { body })).status).toBe(200);
    const before = (await rest("GET", path)).json as unknown;
    expect(await ensureEnvironment(client, location)).toEqual({
      isNew: false,
      ...open,
      protection,
    });
    expect((await rest("GET", path)).json).toEqual(before);
  });

  test("for protected branches is protected as soon as a branch is protected", async () => {
    const { client, rest } = await openBench();
    await rest("PUT", path, { body: { deployment_branch_policy: onlyProtected } });
    const asked = { required_status_checks: null, enforce_admins: null };
    const body = { ...asked, required_pull_request_reviews: null, restrictions: null };
    await rest("PUT", "/repos/acme/control/branches/main/protection", { body });
    const protection = "protected branches only: main";
    expect(await ensureEnvironment(client, location)).toEqual({
      isNew: false,
      ...guarded,
      protection,
    });
  });

  test("for protected branches counts as unprotected if the branches cannot be listed", async () => {
    const { client, rest, emulator } = await openBench();
    await rest("PUT", path, { body: { deployment_branch_policy: onlyProtected } });
    const on = "GET /repos/acme/control/branches";
    emulator.setFaults([{ on, play: { kind: "status", status: 403 } }]);
    const protection = "protected branches only, but this account cannot list them";
    expect(await ensureEnvironment(client, location)).toEqual({
      isNew: false,
      ...open,
      admitsDefault: undefined,
      protection,
    });
  });

  test("with reviewers keeps them and is protected by them", async () => {
    const { client, rest, control } = await openBench();
    await control("PATCH", "world", { organizations: { acme: { plan: "enterprise" } } });
    const { id } = (await rest("GET", "/users/mona")).json as { id: number };
    await rest("PUT", path, { body: { wait_timer: 5, reviewers: [{ type: "User", id }] } });
    expect(await ensureEnvironment(client, location)).toEqual({
      isNew: false,
      ...guarded,
      protection: "required reviewers, a wait timer, which only delays runs",
    });
  });

  test("for selected branches keeps them, and reports which branches can use it", async () => {
    const { client, rest } = await openBench();
    await rest("PUT", path, { body: { deployment_branch_policy: chosen } });
    await rest("POST", branches, { body: { name: "release/*" } });
    expect(await ensureEnvironment(client, location)).toEqual({
      isNew: false,
      ...open,
      admitsDefault: false,
      protection: "branch release/* only: anyone who can push branch release/* can use it",
    });
    expect((await rest("GET", branches)).json.branch_policies).toMatchObject([
      { name: "release/*" },
    ]);
  });

  test("that allows no branch after an interrupted setup is opened to the default branch", async () => {
    const { client, rest } = await openBench();
    await rest("PUT", path, { body: { deployment_branch_policy: chosen } });
    expect(await ensureEnvironment(client, location)).toEqual({
      isNew: false,
      ...guarded,
      protection: mainOnly,
    });
    expect(await listChosenBranches(client, location)).toEqual([{ name: "main", type: "branch" }]);
  });

  test("does not count as protected if another user removes it during the check", async () => {
    const { client, emulator } = await openBench();
    const gone = { kind: "status", status: 404 } as const;
    emulator.setFaults([{ on: `GET ${path}`, after: 1, play: gone }]);
    await expect(ensureEnvironment(client, location)).rejects.toThrow(
      "The environment control-plane was deleted while this command was running.",
    );
  });

  test("has a PAT date only if it stores a PAT, regardless of other environments", async () => {
    const { client, emulator } = await openBench();
    await ensureEnvironment(client, location);
    const session = { client, repository };
    expect(await findPatDate(session, "control-plane")).toBeUndefined();
    const env = {
      FORGE_HOST: new URL(emulator.origin).host,
      FORGE_CONFIG_DIR: emulator.cliConfigDir,
    };
    const args = ["secret", "set", "CP_FORGE_TOKEN", "--repo", "acme/control"];
    await runCli([...args, "--env", "control-plane"], { env, stdin: "a value" });
    expect(await findPatDate(session, "control-plane")).toMatch(/^2\d{3}-.*Z$/);
    expect(await findPatDate(session, "other")).toBeUndefined();
  });
});
