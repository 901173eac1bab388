import { expect, test } from "vitest";
import { createApp, openForge } from "./open-forge.ts";

const installPage = "/apps/acme-reader/installations/new";

test("the key of a new App is not known yet at the first request", async () => {
  const now = new Date();
  const forge = await openForge({ newApps: "settle", clock: () => now });
  const app = await createApp(forge);
  const ask = () => forge.rest("GET", "/app", { token: app.jwt() });
  const first = await ask();
  expect([first.status, first.json.message]).toEqual([
    401,
    "Integration must generate a public key",
  ]);
  expect((await ask()).status).toBe(200);
});

test("the key of a new App is known a second later", async () => {
  let now = new Date();
  const forge = await openForge({ newApps: "settle", clock: () => now });
  const statusOf = async (name: string, milliseconds: number) => {
    const app = await createApp(forge, { name });
    now = new Date(now.getTime() + milliseconds);
    return (await forge.rest("GET", "/app", { token: app.jwt() })).status;
  };
  expect([await statusOf("early", 999), await statusOf("late", 1000)]).toEqual([401, 200]);
});

test("the install page of a new App is missing on its first request", async () => {
  const forge = await openForge({ newApps: "settle" });
  await createApp(forge);
  expect((await forge.page(installPage)).status).toBe(404);
  expect((await forge.page(installPage)).status).toBe(200);
});

test("a page that is not visible to the user does not make the App ready", async () => {
  const forge = await openForge({ newApps: "settle" });
  await createApp(forge);
  const seen = async (path: string) => (await forge.page(path)).status;
  expect([await seen("/apps/none/installations/new"), await seen(installPage)]).toEqual([404, 404]);
  expect(await seen(installPage)).toBe(200);
});

test("a forge whose new Apps are ready skips both delays", async () => {
  const forge = await openForge({ newApps: "are ready" });
  const app = await createApp(forge);
  expect((await forge.rest("GET", "/app", { token: app.jwt() })).status).toBe(200);
  expect((await forge.page(installPage)).status).toBe(200);
});
