import { expect, test } from "vitest";
import {
  createApp,
  installApp,
  mintToken,
  openForge,
  type MadeApp,
  type OpenForge,
} from "./open-forge.ts";

const settings = (app: MadeApp) => `/organizations/acme/settings/apps/${app.slug}`;
const installationPage = (id: number) => `/organizations/acme/settings/installations/${id}`;

/** Saves the form of the App's settings with these permission levels only. */
function ask(forge: OpenForge, app: MadeApp, levels: Record<string, string>) {
  const fields = Object.entries(levels).map(([word, level]) => [`permissions[${word}]`, level]);
  return forge.page(`${settings(app)}/permissions`, Object.fromEntries(fields));
}

async function open() {
  const forge = await openForge();
  const app = await createApp(forge, {
    default_permissions: { contents: "write", issues: "read" },
  });
  const installation = await installApp(forge, app, "all");
  const held = async () =>
    (await forge.rest("GET", `/app/installations/${installation}`, { token: app.jwt() })).json
      .permissions;
  return { forge, app, installation, held };
}

const first = { contents: "write", issues: "read", metadata: "read" };

test("more permissions wait until the account accepts them", async () => {
  const { forge, app, installation, held } = await open();
  await ask(forge, app, { contents: "write", issues: "write", actions: "read" });
  expect(await held()).toEqual(first);
  expect((await forge.rest("GET", `/apps/${app.slug}`)).json.permissions).toMatchObject({
    issues: "write",
  });
  const wanted = { permissions: { issues: "write" } };
  const refused = await mintToken(forge, { app, installation, body: wanted });
  expect([refused.status, refused.json.message]).toEqual([
    422,
    "The permissions requested are not granted to this installation.",
  ]);
  const { text } = await forge.page(installationPage(installation));
  expect(text).toMatch(
    /New permissions[^]*data-permission="issues">Read and write[^]*accept-permissions/,
  );
  await forge.page(`${installationPage(installation)}/permissions/update`, {});
  expect(await held()).toEqual({ ...first, issues: "write", actions: "read" });
  expect((await mintToken(forge, { app, installation, body: wanted })).status).toBe(201);
  expect((await forge.page(installationPage(installation))).text).not.toContain("New permissions");
});

test("removed permissions take effect at once, also for a token in use", async () => {
  const { forge, app, installation, held } = await open();
  const { token } = (await mintToken(forge, { app, installation })).json;
  const read = (path: string) => forge.rest("GET", `/repos/acme/control/${path}`, { token });
  expect((await read("issues")).status).toBe(200);
  await ask(forge, app, { contents: "read" });
  expect(await held()).toEqual({ contents: "read", metadata: "read" });
  expect((await read("issues")).status).toBe(403);
  expect((await read("contents/README.md")).status).toBe(200);
});

test("a user who does not own the account cannot accept permissions for it", async () => {
  const { forge, app, installation, held } = await open();
  await ask(forge, app, { contents: "write", issues: "write" });
  const page = `${installationPage(installation)}/permissions/update?as=hubot`;
  expect((await forge.page(page, {})).status).toBe(404);
  expect(await held()).toEqual(first);
});
