import { createHash, createPublicKey } from "node:crypto";
import { expect, test } from "vitest";
import { createApp, openForge, signJwt, type MadeApp, type OpenForge } from "./open-forge.ts";

const home = (app: MadeApp) => `/organizations/acme/settings/apps/${app.slug}`;

function fingerprint(pem: string): string {
  const der = createPublicKey(pem).export({ type: "spki", format: "der" });
  return createHash("sha256").update(der).digest("base64");
}

const generateKey = (forge: OpenForge, app: MadeApp) => forge.page(`${home(app)}/keys`, {});

async function deleteKey(forge: OpenForge, app: MadeApp, index: number) {
  const { text } = await forge.page(home(app));
  const actions = [...text.matchAll(/action="([^"]+)"\s+data-form="delete-key"/g)];
  return forge.page(actions[index]?.[1] ?? "", {});
}

test("the page shows the client id and the fingerprint that openssl prints", async () => {
  const forge = await openForge();
  const app = await createApp(forge);
  const { text } = await forge.page(home(app));
  expect(text).toContain(app.clientId);
  expect(text).toContain(`SHA256:${fingerprint(app.pem)}`);
});

test("a new key is offered as a download, and both keys work", async () => {
  const forge = await openForge();
  const app = await createApp(forge);
  const { status, text, headers } = await generateKey(forge, app);
  expect(status).toBe(200);
  expect(text).toMatch(/^-----BEGIN RSA PRIVATE KEY-----/);
  expect(headers.get("content-disposition")).toMatch(
    /^attachment; filename="acme-reader\..*\.pem"$/,
  );
  const works = async (pem: string) =>
    (await forge.rest("GET", "/app", { token: signJwt(pem, { iss: app.clientId }) })).status;
  expect([await works(app.pem), await works(text)]).toEqual([200, 200]);
});

test("a deleted key can no longer sign, but the App still exists", async () => {
  const forge = await openForge();
  const app = await createApp(forge);
  await generateKey(forge, app);
  expect((await deleteKey(forge, app, 0)).status).toBe(302);
  const { status, json } = await forge.rest("GET", "/app", { token: app.jwt() });
  expect([status, json.message]).toEqual([401, "A JSON web token could not be decoded"]);
});

test("the last key cannot be deleted", async () => {
  const forge = await openForge();
  const app = await createApp(forge);
  const { status, text } = await deleteKey(forge, app, 0);
  expect(status).toBe(422);
  expect(text).toContain("before you delete the last one");
});

test("the page is missing for users who do not own the App", async () => {
  const forge = await openForge();
  const app = await createApp(forge);
  expect((await forge.page(`${home(app)}?as=hubot`)).status).toBe(404);
  expect((await forge.page(`/settings/apps/${app.slug}`)).status).toBe(404);
});
