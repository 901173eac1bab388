import { expect, test } from "vitest";
import { createApp, openForge, type MadeApp } from "./open-forge.ts";

const home = (app: MadeApp) => `/organizations/acme/settings/apps/${app.slug}`;

test("only a public App is visible without a sign-in", async () => {
  const forge = await openForge();
  const app = await createApp(forge);
  const statusOfApp = async () =>
    (await forge.rest("GET", `/apps/${app.slug}`, { token: null })).status;
  expect(await statusOfApp()).toBe(404);
  expect((await forge.page(`${home(app)}/visibility`, { public: "true" })).status).toBe(302);
  expect(await statusOfApp()).toBe(200);
  await forge.page(`${home(app)}/visibility`, { public: "false" });
  expect(await statusOfApp()).toBe(404);
});

test("an App reads its webhook's address with its own key, and gets 404 if it has no webhook", async () => {
  const forge = await openForge();
  const app = await createApp(forge);
  const config = () => forge.rest("GET", "/app/hook/config", { token: app.jwt() });
  expect(await config()).toMatchObject({ status: 404 });
  const webhook_url = "https://example.com/hook";
  await forge.page(`${home(app)}/webhook`, { webhook_active: "true", webhook_url });
  expect((await config()).json).toMatchObject({ url: webhook_url, content_type: "json" });
  // The answer does not distinguish an inactive webhook from an active one.
  await forge.page(`${home(app)}/webhook`, { webhook_url });
  expect((await config()).json).toMatchObject({ url: webhook_url });
  await forge.page(`${home(app)}/webhook`, { webhook_url: "" });
  expect(await config()).toMatchObject({ status: 404 });
});

test("only the App can read its webhook", async () => {
  const forge = await openForge();
  expect((await forge.rest("GET", "/app/hook/config")).status).toBe(401);
});

test("an active webhook requires an address", async () => {
  const forge = await openForge();
  const app = await createApp(forge);
  const { status, text } = await forge.page(`${home(app)}/webhook`, { webhook_active: "true" });
  expect(status).toBe(422);
  expect(text).toContain("webhook_url");
});

test.each(["permissions", "advanced"])("the page %s of an App's settings exists", async (name) => {
  const forge = await openForge();
  const app = await createApp(forge);
  expect((await forge.page(`${home(app)}/${name}`)).status).toBe(200);
});
