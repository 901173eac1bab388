import { describe, expect, test } from "vitest";
import { createForgeClient } from "../../../src/forge/client.ts";
import { MisshapenAnswer } from "../../../src/forge/forge-errors.ts";
import {
  convertManifest,
  findApp,
  readVisibility,
  readOwnApp,
} from "../../../src/forge/resources/apps.ts";
import type { AppVisibility } from "../../../src/forge/resources/apps.ts";
import {
  listInstalledRepositories,
  listOwnInstallations,
} from "../../../src/forge/resources/installations.ts";
import { failureOf, openOddForge, send } from "../forge-bench.ts";
import { someInstallation } from "./some-installation.ts";

const app = {
  id: 7,
  client_id: "Iv1.a",
  slug: "reader",
  name: "Reader",
  owner: { login: "acme", id: 1 },
  permissions: { contents: "read" },
  events: [],
  pem: "not ours to keep",
};

const installation = {
  id: 9,
  app_id: 7,
  app_slug: "reader",
  client_id: "Iv1.a",
  account: { login: "acme" },
  repository_selection: "selected",
  permissions: { contents: "read" },
  suspended_at: null,
  updated_at: "2026-01-01T00:00:00Z",
};

/** Creates a forge that answers every request with this. */
async function answering(body: unknown) {
  const { profile } = await openOddForge((_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
  );
  return createForgeClient({ profile, send });
}

const readApp = async (body: unknown) => readOwnApp(await answering(body));
const readInstallation = async (body: unknown) =>
  (await listOwnInstallations(await answering([body])))[0];

describe("an App", () => {
  test("is read without unrequested fields", async () => {
    expect(await readApp(app)).toEqual({
      id: 7,
      clientId: "Iv1.a",
      slug: "reader",
      name: "Reader",
      owner: "acme",
      ownerKind: "user",
      permissions: { contents: "read" },
      events: [],
    });
  });

  test("without permissions and events is read with empty ones", async () => {
    const { permissions: _p, events: _e, ...bare } = app;
    expect(await readApp(bare)).toMatchObject({ permissions: {}, events: [] });
  });
});

test.each<[string, number, unknown]>([
  ["that does not exist is undefined", 404, undefined],
  ["that this login cannot read is refused, not missing", 403, "refused"],
])("an App %s", async (_, status, found) => {
  const { profile } = await openOddForge((_request, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end("{}"),
  );
  expect(await findApp(createForgeClient({ profile, send }), "reader")).toBe(found);
});

describe("an installation", () => {
  test("is read with its selection, its suspension and the time of its last change", async () => {
    expect(await readInstallation(installation)).toEqual({
      ...someInstallation,
      permissions: { contents: "read" },
    });
    const suspended = { ...installation, suspended_at: "2026-01-02T00:00:00Z" };
    expect((await readInstallation(suspended))?.isSuspended).toBe(true);
  });

  test("of an older server has no client ID", async () => {
    const { client_id: _, ...older } = installation;
    expect((await readInstallation(older))?.clientId).toBeUndefined();
  });

  test.each([["some"], [undefined]])("with the selection %j counts as all", async (selection) => {
    const odd = { ...installation, repository_selection: selection };
    expect((await readInstallation(odd))?.selection).toBe("all");
  });
});

test("a list of repositories is read by its names", async () => {
  const repositories = [{ id: 3, full_name: "acme/web", private: true }];
  const client = await answering({ total_count: 1, repositories });
  expect(await listInstalledRepositories(client)).toEqual([{ id: 3, fullName: "acme/web" }]);
});

describe("a response in an unknown form is not a bug in gatehouse", () => {
  test.each<[string, object | string, string]>([
    ["a text", "<!doctype html>", "the response should be Object"],
    ["no owner", { ...app, owner: null }, '"owner" should be Object'],
    ["an owner without a name", { ...app, owner: {} }, '"owner.login" is missing'],
    ["an ID that is a word", { ...app, id: "7" }, '"id" should be number'],
    [
      "an ID that is too long to be exact",
      { ...app, id: 2 ** 60 },
      '"id" should be of another type',
    ],
    ["events that are not a list", { ...app, events: {} }, '"events" should be Array'],
    ["events that are not strings", { ...app, events: [1] }, '"events.0" should be string'],
    [
      "permissions that are a string",
      { ...app, permissions: "all" },
      '"permissions" should be Object',
    ],
    [
      "a permission that is not a string",
      { ...app, permissions: { contents: 1 } },
      '"permissions.contents" should be string',
    ],
  ])("%s", async (_what, body, words) => {
    const failure = await failureOf(readApp(body));
    expect(failure).toBeInstanceOf(MisshapenAnswer);
    expect(failure.message).toContain(`GET /app failed: unexpected response: ${words}`);
  });

  test.each([[{ message: "hello" }], [[null]]])(
    "%j is not a list of installations",
    async (body) => {
      const failure = await failureOf(listOwnInstallations(await answering(body)));
      expect(failure).toBeInstanceOf(MisshapenAnswer);
    },
  );

  test.each([[{ total_count: 1 }], [{ repositories: {} }]])(
    "%j is not a list of repositories",
    async (body) => {
      const failure = await failureOf(listInstalledRepositories(await answering(body)));
      expect(failure).toBeInstanceOf(MisshapenAnswer);
    },
  );
});

describe("a converted manifest", () => {
  test("contains the key, and no other secret", async () => {
    const body = { ...app, pem: "the key", client_secret: "s3cret", webhook_secret: "wh00k" };
    const converted = await convertManifest(await answering(body), "c0de");
    expect(converted.key.reveal()).toBe("the key");
    expect(converted.issuer).toBe("Iv1.a");
    expect(JSON.stringify([converted, converted.app()])).not.toMatch(/the key|s3cret|wh00k/);
  });

  test.each([[{ ...app, pem: "" }], [{ ...app, pem: 7 }], [null], [[]]])(
    "without a key is not a valid response: %j",
    async (body) => {
      const failure = await failureOf(convertManifest(await answering(body), "c0de"));
      expect(failure.message).toContain("it contains no key");
      expect(failure.message).not.toContain("c0de");
    },
  );

  test("contains the owner of the key, even if the rest is unusual", async () => {
    const { issuer, app: read } = await convertManifest(
      await answering({ pem: "the key", id: 7, owner: null }),
      "c0de",
    );
    expect(issuer).toBe("7");
    expect(read).toThrow(MisshapenAnswer);
  });
});

test.each<[string, number, Record<string, string>, AppVisibility]>([
  ["finds the App", 200, {}, "public"],
  ["does not find the App", 404, {}, "private"],
  ["is rejected because the server requires a sign-in", 401, {}, "unverified"],
  ["is forbidden", 403, {}, "unverified"],
  ["exceeds the rate limit", 403, { "x-ratelimit-remaining": "0" }, "not seen"],
])(
  "the visibility of an App is read with an anonymous request that %s",
  async (_, status, headers, visibility) => {
    const { profile } = await openOddForge((_request, response) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end("{}"),
    );
    expect(await readVisibility(createForgeClient({ profile, send }), "reader")).toBe(visibility);
  },
);

test.each([
  ["client_id", "Iv1.a\u001b[2J"],
  ["client_id", "Iv1.a\n"],
  ["client_id", "-"],
  ["slug", "reader\u0007"],
  ["slug", "two words"],
  ["name", "Reader\r"],
  ["owner", { login: "acme\n", id: 1 }],
])("an App whose %s is %j is not accepted", async (field, value) => {
  await expect(readApp({ ...app, [field]: value })).rejects.toThrow(MisshapenAnswer);
});
