import { describe, expect, test } from "vitest";
import { ensureEnvironment } from "../../../src/control/setup/ensure-environment.ts";
import { hasPat } from "../../../src/control/setup/has-pat.ts";
import { countChosenBranches } from "../../../src/forge/resources/environments.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { runCli } from "../../emulator/cli-bench.ts";
import { openBench } from "../../forge/forge-bench.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const place = { repository, environment: "control-plane" };
const path = "/repos/acme/control/environments/control-plane";
const branches = `${path}/deployment-branch-policies`;
const chosen = { protected_branches: false, custom_branch_policies: true };

describe("the environment that keeps a PAT", () => {
  test("is made for the default branch only", async () => {
    const { client, rest } = await openBench();
    expect(await ensureEnvironment(client, place)).toEqual({
      isNew: true,
      isProtected: true,
      protection: "branch main only",
    });
    expect((await rest("GET", path)).json.deployment_branch_policy).toEqual(chosen);
    expect((await rest("GET", branches)).json.branch_policies).toMatchObject([{ name: "main" }]);
  });

  test("is made without protection where the plan has none, and that is said", async () => {
    const { client, emulator, rest } = await openBench();
    emulator.setFaults([{ on: `PUT ${path}`, play: { kind: "status", status: 422 } }]);
    expect(await ensureEnvironment(client, place)).toEqual({
      isNew: true,
      isProtected: false,
      protection: "no protection: the plan has none for private repositories",
    });
    expect((await rest("GET", path)).json.deployment_branch_policy).toBeNull();
  });

  test.each([
    ["that takes every branch", {}, false, "no protection rules"],
    ["with a wait alone, which only delays", { wait_timer: 5 }, false, "wait timer"],
    [
      "for protected branches",
      { deployment_branch_policy: { protected_branches: true, custom_branch_policies: false } },
      true,
      "protected branches only",
    ],
  ])("%s keeps its rules", async (_, body, isProtected, protection) => {
    const { client, rest } = await openBench();
    expect((await rest("PUT", path, { body })).status).toBe(200);
    const before = (await rest("GET", path)).json as unknown;
    expect(await ensureEnvironment(client, place)).toEqual({
      isNew: false,
      isProtected,
      protection,
    });
    expect((await rest("GET", path)).json).toEqual(before);
  });

  test("with reviewers keeps them, and is protected by them", async () => {
    const { client, rest } = await openBench();
    const { id } = (await rest("GET", "/users/mona")).json as { id: number };
    await rest("PUT", path, { body: { wait_timer: 5, reviewers: [{ type: "User", id }] } });
    const state = await ensureEnvironment(client, place);
    expect(state).toMatchObject({ isNew: false, isProtected: true });
    expect(state.protection.split(", ").toSorted()).toEqual(["required reviewers", "wait timer"]);
  });

  test("for branches that were chosen keeps them, and no other is added", async () => {
    const { client, rest } = await openBench();
    await rest("PUT", path, { body: { deployment_branch_policy: chosen } });
    await rest("POST", branches, { body: { name: "release" } });
    expect(await ensureEnvironment(client, place)).toEqual({
      isNew: false,
      isProtected: true,
      protection: "chosen branches only",
    });
    expect((await rest("GET", branches)).json.branch_policies).toMatchObject([{ name: "release" }]);
  });

  test("that a crash left shut to every branch is opened to the default branch", async () => {
    const { client, rest } = await openBench();
    await rest("PUT", path, { body: { deployment_branch_policy: chosen } });
    expect(await ensureEnvironment(client, place)).toEqual({
      isNew: false,
      isProtected: true,
      protection: "branch main only",
    });
    expect(await countChosenBranches(client, place)).toBe(1);
  });

  test("holds a PAT or not, each environment for itself", async () => {
    const { client, emulator } = await openBench();
    await ensureEnvironment(client, place);
    const session = { client, repository };
    expect(await hasPat(session, "control-plane")).toBe(false);
    const env = {
      FORGE_HOST: new URL(emulator.origin).host,
      FORGE_CONFIG_DIR: emulator.cliConfigDir,
    };
    const args = ["secret", "set", "CP_FORGE_TOKEN", "--repo", "acme/control"];
    await runCli([...args, "--env", "control-plane"], { env, stdin: "a value" });
    expect(await hasPat(session, "control-plane")).toBe(true);
    expect(await hasPat(session, "other")).toBe(false);
  });
});
