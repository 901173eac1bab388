import { describe, expect, test } from "vitest";
import { createApp, installApp, openForge, signJwt } from "./open-forge.ts";

const inSeconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;

describe("an App's web token", () => {
  test("gives access to the App's own API routes, with the client ID or the App ID as issuer", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const byClient = await forge.rest("GET", "/app", { token: app.jwt() });
    const byNumber = await forge.rest("GET", "/app", { token: app.jwt({ iss: app.appId }) });
    expect([byClient.status, byNumber.status]).toEqual([200, 200]);
    expect(byClient.json).toMatchObject({ slug: app.slug, owner: { login: "acme" } });
  });

  test.each([
    ["lives longer than ten minutes", { exp: inSeconds(900) }, "is too far in the future"],
    ["has expired", { exp: inSeconds(-1) }, "'Expiration time' claim ('exp') must be"],
    ["was issued in the future", { iat: inSeconds(45) }, "'Issued at' claim ('iat')"],
    ["has an issue time that is not an integer", { iat: 1.5 }, "'Issued at' claim ('iat')"],
    ["has no issue time", { iat: undefined }, "'Issued at' claim ('iat')"],
    ["has no expiry time", { exp: undefined }, "'Expiration time' claim ('exp') must be"],
    ["has a word as its expiry time", { exp: "soon" }, "'Expiration time' claim ('exp') must be"],
    [
      "has a fractional expiry time",
      { exp: inSeconds(300) + 0.5 },
      "'Expiration time' claim ('exp') must",
    ],
    ["has no issuer", { iss: undefined }, "Missing 'issuer' claim"],
  ])("is refused if it %s", async (_, claims, words) => {
    const forge = await openForge();
    const app = await createApp(forge);
    const { status, json } = await forge.rest("GET", "/app", { token: app.jwt(claims) });
    expect(status).toBe(401);
    expect(json.message).toContain(words);
  });

  test("created with a wrong clock can be corrected with the Date header of the response", async () => {
    const forge = await openForge({ clock: () => new Date(Date.now() - 3_600_000) });
    const app = await createApp(forge);
    const { status, headers } = await forge.rest("GET", "/app", { token: app.jwt() });
    expect(status).toBe(401);
    const seconds = new Date(headers.get("date") ?? "").getTime() / 1000;
    const token = app.jwt({ iat: seconds - 60, exp: seconds + 540 });
    expect((await forge.rest("GET", "/app", { token })).status).toBe(200);
  });

  test("is accepted only after the word Bearer", async () => {
    const forge = await openForge();
    const jwt = (await createApp(forge)).jwt();
    const basic = Buffer.from(`x:${jwt}`).toString("base64");
    const status = async (authorization: string) =>
      (await forge.rest("GET", "/app", { token: null, headers: { authorization } })).status;
    expect([
      await status(`bearer ${jwt}`),
      await status(`token ${jwt}`),
      await status(`Basic ${basic}`),
    ]).toEqual([200, 401, 401]);
  });

  test("is refused if another key signed it", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const other = await createApp(forge, { name: "another" });
    const token = signJwt(other.pem, { iss: app.clientId });
    const { status, json } = await forge.rest("GET", "/app", { token });
    expect(status).toBe(401);
    expect(json.message).toBe("A JSON web token could not be decoded");
  });

  test("gets 404 only if the App was deleted", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    await forge.page(`/organizations/acme/settings/apps/${app.slug}/delete`, {});
    const { status, json } = await forge.rest("GET", "/app", { token: app.jwt() });
    expect(status).toBe(404);
    expect(json.message).toBe("Integration not found");
  });

  test("is not a user's credential", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    expect((await forge.rest("GET", "/user", { token: app.jwt() })).status).toBe(403);
  });

  test("is required by routes that do not accept a user's token", async () => {
    const forge = await openForge();
    const { status, json } = await forge.rest("GET", "/repos/acme/control/installation");
    expect(status).toBe(401);
    expect(json.message).toBe("A JSON web token could not be decoded");
  });
});

describe("an App's installation", () => {
  test("is reported for each repository", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const ask = async (path: string) =>
      (await forge.rest("GET", path, { token: app.jwt() })).status;
    expect(await ask("/repos/acme/control/installation")).toBe(404);
    const id = await installApp(forge, app, ["acme/control"]);
    expect(await ask("/repos/acme/control/installation")).toBe(200);
    expect(await ask("/repos/acme/api/installation")).toBe(404);
    expect(await ask("/orgs/globex/installation")).toBe(404);
    expect(await ask("/users/mona/installation")).toBe(404);
    const { json } = await forge.rest("GET", "/app/installations", { token: app.jwt() });
    expect(json).toMatchObject([
      { id, repository_selection: "selected", target_type: "Organization" },
    ]);
  });

  test("is not visible to another App", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const id = await installApp(forge, app, "all");
    const other = await createApp(forge, { name: "another" });
    const { status } = await forge.rest("GET", `/app/installations/${id}`, { token: other.jwt() });
    expect(status).toBe(404);
  });

  test("ends when the App uninstalls itself", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const id = await installApp(forge, app, "all");
    const path = `/app/installations/${id}`;
    expect((await forge.rest("DELETE", path, { token: app.jwt() })).status).toBe(204);
    expect((await forge.rest("GET", path, { token: app.jwt() })).status).toBe(404);
  });
});

test("a private App is visible only to members of its owner", async () => {
  const forge = await openForge();
  const { slug } = await createApp(forge);
  await createApp(forge, { name: "open to all", public: true });
  const ask = async (name: string, token?: null) =>
    (await forge.rest("GET", `/apps/${name}`, token === null ? { token } : {})).status;
  expect([await ask(slug), await ask(slug, null), await ask("open-to-all", null)]).toEqual([
    200, 404, 200,
  ]);
});
