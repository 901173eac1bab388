import { describe, expect, test } from "vitest";
import { createApp, installApp, openForge, repositoryId, type OpenForge } from "./open-forge.ts";

async function tokenFor(forge: OpenForge, wanted: Record<string, unknown>): Promise<string> {
  return (await forge.control("POST", "tokens", { user: "mona", ...wanted })).json.token;
}

describe("a login of the forge CLI", () => {
  test("returns its scopes", async () => {
    const forge = await openForge();
    const { headers, json } = await forge.rest("GET", "/user");
    expect(json.login).toBe("mona");
    expect(headers.get("x-oauth-scopes")).toBe("gist, read:org, repo, workflow");
  });

  test("cannot list installations of Apps", async () => {
    const forge = await openForge();
    const { status, json } = await forge.rest("GET", "/user/installations");
    expect(status).toBe(403);
    expect(json.message).toBe(
      "You must authenticate with an access token authorized to a GitHub App in order to list installations",
    );
  });

  test("sees its role in each organization", async () => {
    const forge = await openForge();
    const role = async (org: string) =>
      (await forge.rest("GET", `/user/memberships/orgs/${org}`)).json.role;
    expect([await role("acme"), await role("globex")]).toEqual(["admin", "member"]);
  });

  test("sees the roles of other accounts only in its own organizations", async () => {
    const forge = await openForge();
    const show = async (org: string, login: string) => {
      const { status, json } = await forge.rest("GET", `/orgs/${org}/memberships/${login}`);
      return [status, json.role];
    };
    expect(await show("acme", "hubot")).toEqual([200, "member"]);
    expect(await show("acme", "nobody")).toEqual([404, undefined]);
    expect(await show("globex", "hubot")).toEqual([404, undefined]);
    await forge.control("PATCH", "world", {
      organizations: { globex: { members: { mona: null } } },
    });
    expect(await show("globex", "mona")).toEqual([403, undefined]);
  });

  test("lists its own repositories with its permissions", async () => {
    const forge = await openForge();
    const { json } = await forge.rest("GET", "/user/repos");
    const found = json.map((each: { full_name: string; permissions: { admin: boolean } }) => [
      each.full_name,
      each.permissions.admin,
    ]);
    expect(Object.fromEntries(found)).toEqual({
      "acme/api": true,
      "acme/control": true,
      "acme/infra": true,
      "acme/web": true,
      "globex/tools": false,
      "mona/notes": true,
    });
  });

  test("without the scope repo sees public repositories only", async () => {
    const forge = await openForge();
    const token = await tokenFor(forge, { scopes: ["read:org"] });
    const status = async (name: string) =>
      (await forge.rest("GET", `/repos/${name}`, { token })).status;
    expect([await status("acme/web"), await status("acme/api")]).toEqual([200, 404]);
  });
});

describe("an organization's installations", () => {
  test("are listed for owners, with the selection but without repositories", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    await installApp(forge, app, ["acme/control"]);
    const { json } = await forge.rest("GET", "/orgs/acme/installations");
    expect(json.installations).toMatchObject([
      { app_slug: app.slug, repository_selection: "selected" },
    ]);
    expect((await forge.rest("GET", "/orgs/globex/installations")).status).toBe(403);
  });

  test("may need a scope that a usual login lacks", async () => {
    const forge = await openForge();
    await forge.control("PATCH", "world", {
      switches: { organizationInstallationsScope: "admin:org" },
    });
    const refused = await forge.rest("GET", "/orgs/acme/installations");
    expect(refused.status).toBe(404);
    expect(refused.headers.get("x-accepted-oauth-scopes")).toBe("admin:org");
    const token = await tokenFor(forge, { scopes: ["admin:org"] });
    expect((await forge.rest("GET", "/orgs/acme/installations", { token })).status).toBe(200);
  });

  test("accept another repository only with a classic token", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const id = await installApp(forge, app, ["acme/control"]);
    const path = `/user/installations/${id}/repositories/${await repositoryId(forge, "acme/web")}`;
    expect((await forge.rest("PUT", path)).status).toBe(403);
    const token = await tokenFor(forge, { kind: "classic", scopes: ["repo"] });
    expect((await forge.rest("PUT", path, { token })).status).toBe(204);
    const covered = await forge.rest("GET", "/repos/acme/web/installation", { token: app.jwt() });
    expect(covered.status).toBe(200);
  });
});

describe("billing for inference", () => {
  const billing = (forge: OpenForge, org: string) =>
    forge.rest("GET", `/orgs/${org}/copilot/billing`);

  test("is shown to owners", async () => {
    const forge = await openForge();
    const { json } = await billing(forge, "acme");
    expect(json).toMatchObject({
      seat_breakdown: { total: 5 },
      seat_management_setting: "assign_selected",
    });
    expect((await billing(forge, "globex")).status).toBe(403);
  });

  test("can be changed or made unknown through the control API", async () => {
    const forge = await openForge();
    const set = (change: unknown) =>
      forge.control("PATCH", "world", { organizations: { acme: { billing: change } } });
    await set({ total: 0, setting: "unconfigured" });
    expect((await billing(forge, "acme")).json.seat_management_setting).toBe("unconfigured");
    await set(null);
    expect((await billing(forge, "acme")).status).toBe(404);
  });
});

describe("names", () => {
  test("of accounts and of Apps' bots are found", async () => {
    const forge = await openForge();
    await createApp(forge);
    const status = async (name: string) => (await forge.rest("GET", `/users/${name}`)).status;
    expect([
      await status("acme"),
      await status("acme-reader[bot]"),
      await status("free[bot]"),
    ]).toEqual([200, 200, 404]);
  });

  test("of roles in a repository are returned for other users", async () => {
    const forge = await openForge();
    const path = "/repos/acme/control/collaborators/hubot/permission";
    expect((await forge.rest("GET", path)).json.permission).toBe("read");
  });
});

test("a wrong token is never treated as a missing one", async () => {
  const forge = await openForge();
  const { status, json } = await forge.rest("GET", "/repos/acme/web", { token: "gho_wrong" });
  expect([status, json.message]).toEqual([401, "Bad credentials"]);
});

test("a leaked token can be revoked by its holder, without a login", async () => {
  const forge = await openForge();
  const token = await tokenFor(forge, { scopes: ["repo"] });
  const body = { credentials: [token, "ghp_unknown"] };
  expect((await forge.rest("POST", "/credentials/revoke", { body })).status).toBe(403);
  expect((await forge.rest("POST", "/credentials/revoke", { body, token: null })).status).toBe(202);
  expect((await forge.rest("GET", "/user", { token })).status).toBe(401);
  const wrong = { credentials: ["ghs_cannot"] };
  expect(
    (await forge.rest("POST", "/credentials/revoke", { body: wrong, token: null })).status,
  ).toBe(422);
});
