import { expect, test } from "vitest";
import { mergeTraces, readApps } from "../../../src/plane/remove/read-apps.ts";
import { createApp, installApp } from "../../emulator/open-forge.ts";
import { openBench } from "../../forge/forge-bench.ts";

const acme = { login: "acme", kind: "organization" } as const;

test("a record and a journal of the same App count as one App", () => {
  expect(
    mergeTraces([
      { role: "read", clientId: "Iv1", slug: undefined, isProvided: false },
      { role: "read", clientId: "Iv1", slug: "reader", isProvided: true },
      { role: "read", clientId: undefined, slug: "reader", isProvided: false },
      { role: "write", clientId: undefined, slug: "writer", isProvided: false },
    ]),
  ).toEqual([
    { role: "read", clientId: "Iv1", slug: "reader", isProvided: true },
    { role: "write", clientId: undefined, slug: "writer", isProvided: false },
  ]);
});

test("an App is listed with its installation until the owner can no longer see the App", async () => {
  const bench = await openBench();
  const app = await createApp(bench);
  const trace = {
    role: "read",
    clientId: app.clientId,
    slug: app.slug,
    isProvided: false,
  } as const;
  const read = () => readApps(bench.client, acme, [trace]);
  expect(await read()).toMatchObject([{ presence: "there", installationId: undefined }]);
  const installationId = await installApp(bench, app, ["acme/control"]);
  expect(await read()).toMatchObject([{ installationId, selection: "selected" }]);
  await bench.page(`/organizations/acme/settings/apps/${app.slug}/delete`, {});
  expect(await read()).toEqual([]);
});

test("an account that is not an owner cannot tell whether an invisible App exists", async () => {
  const bench = await openBench();
  const trace = { role: "read", clientId: "Iv1", slug: "nobody", isProvided: false } as const;
  const globex = { login: "globex", kind: "organization" } as const;
  expect(await readApps(bench.client, globex, [trace])).toMatchObject([{ presence: "unknown" }]);
  const mona = { login: "mona", kind: "user" } as const;
  expect(await readApps(bench.client, mona, [trace])).toEqual([]);
  const hubot = { login: "hubot", kind: "user" } as const;
  expect(await readApps(bench.client, hubot, [trace])).toMatchObject([{ presence: "unknown" }]);
});

test("an App with the name of a started registration is ignored if another account owns it", async () => {
  const bench = await openBench();
  const app = await createApp(bench);
  const trace = { role: "read", clientId: undefined, slug: app.slug, isProvided: false } as const;
  expect(await readApps(bench.client, acme, [trace])).toMatchObject([{ clientId: app.clientId }]);
  const mona = { login: "mona", kind: "user" } as const;
  expect(await readApps(bench.client, mona, [trace])).toEqual([]);
});

test("for an account that cannot see Apps, an interrupted registration does not prove a deletion", async () => {
  const bench = await openBench();
  const trace = { role: "read", clientId: undefined, slug: "reader", isProvided: false } as const;
  const globex = { login: "globex", kind: "organization" } as const;
  const unknown = { presence: "unknown", slug: "reader", clientId: undefined };
  expect(await readApps(bench.client, globex, [trace])).toMatchObject([unknown]);
  // Its result is a different trace.
  expect(await readApps(bench.client, globex, [{ ...trace, isSuperseded: true }])).toEqual([]);
  expect(await readApps(bench.client, acme, [trace])).toEqual([]);
  const play = { kind: "status", status: 403 } as const;
  bench.emulator.setFaults([{ on: "GET /apps/*", times: 0, play }]);
  expect(await readApps(bench.client, acme, [trace])).toMatchObject([unknown]);
});

test("an App of another account names its owner, and does not count as deleted", async () => {
  const bench = await openBench();
  const app = await createApp(bench);
  const mona = { login: "mona", kind: "user" } as const;
  const trace = { role: "read", clientId: app.clientId, slug: app.slug, isProvided: true } as const;
  const [seen] = await readApps(bench.client, mona, [trace]);
  expect(seen).toMatchObject({ presence: "there", owner: acme });
  await bench.page(`/organizations/acme/settings/apps/${app.slug}/delete`, {});
  const known = { ...trace, owner: acme };
  expect(await readApps(bench.client, mona, [trace, known])).toMatchObject([
    { presence: "unknown", owner: acme },
  ]);
  expect(await readApps(bench.client, mona, [trace])).toEqual([]);
});
