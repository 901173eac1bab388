import { describe, expect, test } from "vitest";
import { createApp, installApp, mintToken, openForge, repositoryId } from "./open-forge.ts";

describe("the install page", () => {
  test("has the repositories of the link ticked", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const control = await repositoryId(forge, "acme/control");
    const link = `suggested_target_id=${app.ownerId}&repository_ids[]=${control}`;
    const { text } = await forge.page(`/apps/${app.slug}/installations/new/permissions?${link}`);
    expect(text).toContain('data-form="install-app"');
    expect(text).toMatch(/value="selected"\s+checked/);
    const ticked = [...text.matchAll(/type="checkbox"[^>]*value="(\d+)"[^>]*checked/g)];
    expect(ticked.map(([, id]) => Number(id))).toEqual([control]);
  });

  test("is also reached under the path of a self-hosted server", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const { status } = await forge.page(`/github-apps/${app.slug}/installations/new`);
    expect(status).toBe(200);
  });

  test("redirects to the settings if the App is already installed", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const id = await installApp(forge, app, "all");
    const { status, headers } = await forge.page(`/apps/${app.slug}/installations/new`);
    expect(status).toBe(302);
    expect(headers.get("location")).toBe(`/organizations/acme/settings/installations/${id}`);
  });

  test("is missing for a private App on another account", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const { json } = await forge.rest("GET", "/orgs/globex");
    const link = `/apps/${app.slug}/installations/new/permissions?target_id=${json.id}`;
    expect((await forge.page(link)).status).toBe(404);
  });

  test("offers every account of the user for a public App", async () => {
    const forge = await openForge();
    const app = await createApp(forge, { public: true });
    const { text } = await forge.page(`/apps/${app.slug}/installations/new`);
    expect([...text.matchAll(/target_id=\d+">(\w+)</g)].map(([, login]) => login)).toEqual([
      "mona",
      "acme",
      "globex",
    ]);
  });

  test("requires at least one repository", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const form = { target_id: String(app.ownerId), install_target: "selected" };
    const { status } = await forge.page(`/apps/${app.slug}/installations`, form);
    expect(status).toBe(422);
  });

  test("allows a user who is not an owner only to request an installation", async () => {
    const forge = await openForge();
    const app = await createApp(forge, { setup_url: "http://127.0.0.1:9/setup" });
    const asHubot = `/apps/${app.slug}/installations`;
    expect((await forge.page(`${asHubot}/new?as=hubot`)).text).toContain('data-form="request-app"');
    const form = { target_id: String(app.ownerId), install_target: "all" };
    const { headers } = await forge.page(`${asHubot}?as=hubot`, form);
    expect(headers.get("location")).toBe("http://127.0.0.1:9/setup?setup_action=request");
    const list = "/organizations/acme/settings/installations";
    expect((await forge.page(list)).text).toContain("hubot requested <a href=");
    const waiting = await forge.rest("GET", "/app/installation-requests", { token: app.jwt() });
    expect(waiting.json).toMatchObject([
      { account: { login: "acme" }, requester: { login: "hubot" } },
    ]);
    const { status } = await forge.rest("GET", "/orgs/acme/installation", { token: app.jwt() });
    expect(status).toBe(404);
  });

  test("sends the result to the setup URL", async () => {
    const forge = await openForge();
    const app = await createApp(forge, { setup_url: "http://127.0.0.1:9/setup" });
    const form = { target_id: String(app.ownerId), install_target: "all", state: "s" };
    const { headers } = await forge.page(`/apps/${app.slug}/installations`, form);
    const query = new URL(headers.get("location") ?? "").searchParams;
    expect(query.get("setup_action")).toBe("install");
    expect(query.get("state")).toBe("s");
    expect(Number(query.get("installation_id"))).toBeGreaterThan(0);
  });
});

describe("the settings of an installation", () => {
  const settings = (id: number) => `/organizations/acme/settings/installations/${id}`;

  test("change the selection, and update the time of the last change", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const id = await installApp(forge, app, "all");
    const read = async () =>
      (await forge.rest("GET", `/app/installations/${id}`, { token: app.jwt() })).json;
    const before = await read();
    const web = await repositoryId(forge, "acme/web");
    await forge.page(settings(id), { install_target: "selected", "repository_ids[]": String(web) });
    const after = await read();
    expect([before.repository_selection, after.repository_selection]).toEqual(["all", "selected"]);
    expect(new Date(after.updated_at) > new Date(before.updated_at)).toBe(true);
  });

  test("suspend and unsuspend the installation", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const id = await installApp(forge, app, "all");
    const token: string = (await mintToken(forge, { app, installation: id })).json.token;
    await forge.page(`${settings(id)}/suspend`, {});
    expect((await mintToken(forge, { app, installation: id })).status).toBe(403);
    expect((await forge.rest("GET", "/installation/repositories", { token })).status).toBe(403);
    await forge.page(`${settings(id)}/suspend`, {});
    expect((await mintToken(forge, { app, installation: id })).status).toBe(201);
  });

  test("uninstall, and the tokens expire with it", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const id = await installApp(forge, app, "all");
    const token: string = (await mintToken(forge, { app, installation: id })).json.token;
    await forge.page(`${settings(id)}/delete`, {});
    expect((await forge.rest("GET", "/installation/repositories", { token })).status).toBe(401);
  });

  test("are missing for other users, and under another account's address", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const id = await installApp(forge, app, "all");
    expect((await forge.page(`${settings(id)}?as=hubot`)).status).toBe(404);
    expect((await forge.page(`/settings/installations/${id}`)).status).toBe(404);
  });
});

test("a selection of all repositories includes future ones", async () => {
  const forge = await openForge();
  const app = await createApp(forge);
  await installApp(forge, app, "all");
  await forge.rest("POST", "/orgs/acme/repos", { body: { name: "later", private: true } });
  const { status } = await forge.rest("GET", "/repos/acme/later/installation", {
    token: app.jwt(),
  });
  expect(status).toBe(200);
});
