import { describe, expect, test } from "vitest";
import { createApp, installApp, mintToken, openForge, type OpenForge } from "./open-forge.ts";
import { repositoryId } from "./open-forge.ts";
import { printing, putSecret, readJob, seeRun, startRun } from "./run-bench.ts";

const organization = "/orgs/acme/actions";
const repository = "/repos/acme/control";

async function openOwner() {
  const forge = await openForge();
  const scopes = ["repo", "workflow", "admin:org"];
  const { token } = (await forge.control("POST", "tokens", { user: "mona", scopes })).json;
  const rest: OpenForge["rest"] = (method, path, ask = {}) =>
    forge.rest(method, path, { token: token as string, ...ask });
  return { ...forge, rest };
}

const names = async (forge: OpenForge, name: string, kind: "secrets" | "variables") => {
  const { json } = await forge.rest("GET", `/repos/acme/${name}/actions/organization-${kind}`);
  return (json[kind] as { name: string }[]).map((each) => each.name);
};

const shared = { value: "x", visibility: "all" };

describe.each(["secrets", "variables"] as const)("the %s of an organization", (kind) => {
  const all = `${organization}/${kind}`;
  const add = (forge: OpenForge, name: string, more: Record<string, unknown> = {}) =>
    kind === "secrets"
      ? putSecret(forge, organization, { name, ...shared, ...more })
      : forge.rest("POST", all, { body: { name, ...shared, ...more } });

  test("are created, listed with their visibility, and removed", async () => {
    const forge = await openOwner();
    expect((await add(forge, "word", { visibility: "private" })).status).toBe(201);
    expect((await forge.rest("GET", all)).json).toMatchObject({
      total_count: 1,
      [kind]: [{ name: "WORD", visibility: "private" }],
    });
    expect((await forge.rest("GET", `${all}/WORD`)).json).toMatchObject({ visibility: "private" });
    expect((await forge.rest("DELETE", `${all}/WORD`)).status).toBe(204);
    expect((await forge.rest("GET", `${all}/WORD`)).status).toBe(404);
  });

  test("reach public, private or selected repositories", async () => {
    const forge = await openOwner();
    const id = await repositoryId(forge, "acme/web");
    await add(forge, "EVERYWHERE");
    await add(forge, "PRIVATE", { visibility: "private" });
    const selected = { visibility: "selected", selected_repository_ids: [id] };
    await add(forge, "SELECTED", selected);
    expect(await names(forge, "web", kind)).toEqual(["EVERYWHERE", "SELECTED"]);
    expect(await names(forge, "control", kind)).toEqual(["EVERYWHERE", "PRIVATE"]);
    expect(await names(forge, "infra", kind)).toEqual(["EVERYWHERE", "PRIVATE"]);
  });

  test("do not reach private repositories on Free", async () => {
    const forge = await openOwner();
    await add(forge, "EVERYWHERE");
    await forge.control("PATCH", "world", { organizations: { acme: { plan: "free" } } });
    expect(await names(forge, "control", kind)).toEqual([]);
    expect(await names(forge, "web", kind)).toEqual(["EVERYWHERE"]);
  });

  test("are listed for a repository without their visibility", async () => {
    const forge = await openOwner();
    await add(forge, "WORD");
    const { json } = await forge.rest("GET", `${repository}/actions/organization-${kind}`);
    expect(json[kind][0]).not.toHaveProperty("visibility");
  });

  test("are not available to a user's repository", async () => {
    const forge = await openOwner();
    const { json } = await forge.rest("GET", `/repos/mona/notes/actions/organization-${kind}`);
    expect(json.total_count).toBe(0);
  });

  test("can be shared with single repositories only if their visibility is selected", async () => {
    const forge = await openOwner();
    const id = await repositoryId(forge, "acme/control");
    const one = `${all}/WORD/repositories/${id}`;
    await add(forge, "WORD");
    expect((await forge.rest("PUT", one)).status).toBe(409);
    expect((await forge.rest("DELETE", one)).status).toBe(409);
    await forge.rest("DELETE", `${all}/WORD`);
    await add(forge, "WORD", { visibility: "selected", selected_repository_ids: [] });
    expect(await names(forge, "control", kind)).toEqual([]);
    expect((await forge.rest("PUT", one)).status).toBe(204);
    expect(await names(forge, "control", kind)).toEqual(["WORD"]);
    expect((await forge.rest("GET", `${all}/WORD/repositories`)).json).toMatchObject({
      total_count: 1,
      repositories: [{ full_name: "acme/control" }],
    });
    expect((await forge.rest("DELETE", one)).status).toBe(204);
    expect(await names(forge, "control", kind)).toEqual([]);
    const body = { selected_repository_ids: [id] };
    expect((await forge.rest("PUT", `${all}/WORD/repositories`, { body })).status).toBe(204);
    expect(await names(forge, "control", kind)).toEqual(["WORD"]);
  });

  test("are rejected without a visibility, or with an unknown one", async () => {
    const forge = await openOwner();
    expect((await add(forge, "WORD", { visibility: undefined })).status).toBe(422);
    expect((await add(forge, "WORD", { visibility: "some" })).status).toBe(422);
    const foreign = { visibility: "selected", selected_repository_ids: [1] };
    expect((await add(forge, "WORD", foreign)).status).toBe(422);
  });

  test("need the scope admin:org, and an owner", async () => {
    const forge = await openOwner();
    const ask = async (user: string, scopes: string[]) => {
      const { token } = (await forge.control("POST", "tokens", { user, scopes })).json;
      return forge.rest("GET", all, { token: token as string });
    };
    const unscoped = await ask("mona", ["repo", "read:org"]);
    expect(unscoped.status).toBe(404);
    expect(unscoped.headers.get("x-accepted-oauth-scopes")).toBe("admin:org");
    expect((await ask("hubot", ["repo", "admin:org"])).status).toBe(403);
    expect((await ask("mona", ["admin:org"])).status).toBe(200);
  });

  test("can be read by an App only with the permission, and changed only with write", async () => {
    const forge = await openOwner();
    const word = kind === "secrets" ? "organization_secrets" : "organization_actions_variables";
    await add(forge, "WORD");
    const app = await createApp(forge, { default_permissions: { [word]: "read" } });
    const installation = await installApp(forge, app, "all");
    const { token } = (await mintToken(forge, { app, installation })).json;
    expect((await forge.rest("GET", all, { token })).status).toBe(200);
    expect((await forge.rest("DELETE", `${all}/WORD`, { token })).status).toBe(403);
  });
});

test("an organization secret is replaced, or only its visibility is changed", async () => {
  const forge = await openOwner();
  const put = (value: string) =>
    putSecret(forge, organization, { name: "WORD", value, visibility: "all" });
  expect((await put("one")).status).toBe(201);
  expect((await put("two")).status).toBe(204);
  const one = `${organization}/secrets/WORD`;
  const changed = await forge.rest("PUT", one, { body: { visibility: "private" } });
  expect(changed.status).toBe(204);
  expect(await names(forge, "web", "secrets")).toEqual([]);
  const fresh = await forge.rest("PUT", `${one}S`, { body: { visibility: "all" } });
  expect(fresh.status).toBe(422);
});

test("an organization variable can be changed, and exists only once", async () => {
  const forge = await openOwner();
  const all = `${organization}/variables`;
  await forge.rest("POST", all, { body: { name: "WORD", ...shared } });
  expect((await forge.rest("POST", all, { body: { name: "word", ...shared } })).status).toBe(409);
  const body = { value: "y", visibility: "private" };
  expect((await forge.rest("PATCH", `${all}/WORD`, { body })).status).toBe(204);
  expect((await forge.rest("GET", `${all}/WORD`)).json).toMatchObject(body);
});

test.each(["actions/variables", "actions/organization-variables", "environments/e/variables"])(
  "%s are listed ten per page by default, and at most thirty",
  async (path) => {
    const forge = await openOwner();
    await forge.rest("PUT", `${repository}/environments/e`, { body: {} });
    const target = path.includes("organization") ? organization : `${repository}/${path}`;
    const all = path.includes("organization") ? `${target}/variables` : target;
    for (let index = 0; index < 31; index += 1) {
      await forge.rest("POST", all, { body: { name: `V${index}`, ...shared } });
    }
    const count = async (query: string) =>
      (await forge.rest("GET", `${repository}/${path}${query}`)).json.variables.length as number;
    expect(await count("")).toBe(10);
    expect(await count("?per_page=100")).toBe(30);
  },
);

describe("a run", () => {
  const given = {
    S: "${{ secrets.S }}",
    V: "${{ vars.V }}",
  };
  const lineOf = async (forge: OpenForge, environment: string | null) => {
    const id = await startRun(forge, printing(given, environment));
    expect(await seeRun(forge, id, "completed")).toMatchObject({ conclusion: "success" });
    const lines = ((await readJob(forge, id)).log as string).split("\n");
    return lines.find((line) => line.includes(" end"))?.replace(/^\S+Z /, "");
  };
  const store = async (forge: OpenForge, base: string, value: string) => {
    const more = { visibility: "all" };
    await putSecret(forge, base, { name: "S", value: `${value}1`, ...more });
    const body = { name: "V", value: `${value}2`, ...more };
    expect((await forge.rest("POST", `${base}/variables`, { body })).status).toBe(201);
  };

  test("receives the values that its organization shares; those of the repository and the environment override them", async () => {
    const forge = await openOwner();
    await forge.rest("PUT", `${repository}/environments/agents`, { body: {} });
    expect(await lineOf(forge, null)).toBe("S= V= end");
    await store(forge, organization, "above");
    expect(await lineOf(forge, null)).toBe("S=1evoba V=2evoba end");
    await store(forge, `${repository}/actions`, "here");
    expect(await lineOf(forge, "agents")).toBe("S=1ereh V=2ereh end");
    await store(forge, `${repository}/environments/agents`, "inside");
    expect(await lineOf(forge, "agents")).toBe("S=1edisni V=2edisni end");
    expect(await lineOf(forge, null)).toBe("S=1ereh V=2ereh end");
  });
});

describe("names of secrets", () => {
  test.each([
    ["GITHUB_TOKEN", "Failed to add secret. Secret names must not start with GITHUB_."],
    ["1A", "Failed to add secret. Name is invalid"],
    ["A-B", "Failed to add secret. Name is invalid"],
  ])("%s is refused with the forge's message", async (name, message) => {
    const forge = await openOwner();
    const { status, json } = await putSecret(forge, `${repository}/actions`, { name, value: "x" });
    expect(status).toBe(422);
    expect(json.message).toBe(message);
  });

  test("are limited to a hundred per repository", async () => {
    const forge = await openOwner();
    for (let index = 0; index < 100; index += 1) {
      const made = await putSecret(forge, `${repository}/actions`, {
        name: `S${index}`,
        value: "x",
      });
      expect(made.status).toBe(201);
    }
    const over = await putSecret(forge, `${repository}/actions`, { name: "S100", value: "x" });
    expect(over.status).toBe(422);
    const again = await putSecret(forge, `${repository}/actions`, { name: "S99", value: "y" });
    expect(again.status).toBe(204);
  });
});
