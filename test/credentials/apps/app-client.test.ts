import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { createAppClient } from "../../../src/credentials/apps/app-client.ts";
import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { KeyRefused } from "../../../src/credentials/apps/key-refused.ts";
import {
  ForgeUnreachable,
  RateLimited,
  RefusedByForge,
  SingleSignOnRequired,
} from "../../../src/forge/forge-errors.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { createApp, installApp } from "../../emulator/open-forge.ts";
import type { Play } from "../../../emulator/http/faults.ts";
import { failureOf, openBench, openOddForge, send } from "../../forge/forge-bench.ts";
import { claimKey } from "../../keys/ready-keys.ts";
import type { SendOnce } from "../../../src/forge/one-request.ts";

const control = requireRepositoryName("acme/control", "--repo");
const strangeKey = String(claimKey().export({ type: "pkcs1", format: "pem" }));

async function openApp(
  repositories: readonly string[] | "all" | "none" = "none",
  clock?: () => Date,
) {
  const bench = await openBench(clock && { clock });
  const made = await createApp(bench, { default_permissions: readAppCeiling });
  if (repositories !== "none") await installApp(bench, made, repositories);
  const { profile } = bench;
  const clientOf = (pem = made.pem, clientId = made.clientId) =>
    createAppClient({ profile, send, clientId, key: new Secret(pem) });
  return { ...bench, made, clientOf, client: clientOf() };
}

describe("an App client that signs with the App's own key", () => {
  test("returns the App's details", async () => {
    const { client, made } = await openApp();
    expect(await client.app()).toMatchObject({
      clientId: made.clientId,
      slug: made.slug,
      owner: "acme",
    });
  });

  test("finds the App's installation only on a repository that the installation covers", async () => {
    const { client } = await openApp(["acme/control"]);
    const found = await client.installationOn(control);
    expect(found).toMatchObject({ account: "acme", selection: "selected" });
    expect(await client.installations()).toEqual([found]);
    expect(
      await client.installationOn(requireRepositoryName("acme/web", "--repo")),
    ).toBeUndefined();
  });

  test("lists exactly the installed repositories, with a token that it revokes afterwards", async () => {
    const { client, emulator } = await openApp(["acme/control", "acme/api"]);
    const [installation] = await client.installations();
    if (!installation) throw new Error("not installed");
    const repositories = await client.repositoriesOf(installation);
    expect(repositories.map(({ fullName }) => fullName).toSorted()).toEqual([
      "acme/api",
      "acme/control",
    ]);
    const calls = emulator.requests().slice(-3);
    expect(calls.map(({ method }) => method)).toEqual(["POST", "GET", "DELETE"]);
  });

  test("revokes the token even if the list fails", async () => {
    const { client, emulator } = await openApp(["acme/control"]);
    const [installation] = await client.installations();
    if (!installation) throw new Error("not installed");
    emulator.setFaults([
      { on: "GET /installation/repositories", times: 0, play: { kind: "status", status: 403 } },
    ]);
    expect(await failureOf(client.repositoriesOf(installation))).toBeInstanceOf(RefusedByForge);
    expect(emulator.requests().at(-1)).toMatchObject({ method: "DELETE", status: 204 });
  });

  test("mints a token with only the requested permissions, and revokes it", async () => {
    const { client, clientOf: _, rest } = await openApp(["acme/control"]);
    const [installation] = await client.installations();
    if (!installation) throw new Error("not installed");
    const { token } = await client.mint(installation, { permissions: { contents: "read" } });
    const reads = async () =>
      (await rest("GET", "/repos/acme/control/contents/README.md", { token })).status;
    expect(await reads()).toBe(200);
    expect((await rest("GET", "/repos/acme/control/issues", { token })).status).toBe(403);
    await client.revokeToken(token);
    expect(await reads()).toBe(401);
  });

  test("retries the revocation of a new token that the forge does not know yet", async () => {
    const { client, emulator } = await openApp(["acme/control"]);
    const [installation] = await client.installations();
    if (!installation) throw new Error("not installed");
    const { token } = await client.mint(installation, { permissions: { contents: "read" } });
    const unknown = { on: "DELETE /installation/token", times: 1 };
    emulator.setFaults([{ ...unknown, play: { kind: "status", status: 401 } }]);
    expect(await client.revokeToken(token, { isNew: true })).toBe("revoked");
    expect(await client.revokeToken(token)).toBe("expired");
  });

  test("lists repositories with a token that can read only their metadata", async () => {
    const { clientOf: _, made, profile } = await openApp(["acme/control"]);
    const minted: unknown[] = [];
    const noting: SendOnce = (request) => {
      if (request.address.pathname.endsWith("/access_tokens")) minted.push(request.body);
      return send(request);
    };
    const key = new Secret(made.pem);
    const client = createAppClient({ profile, send: noting, clientId: made.clientId, key });
    const [installation] = await client.installations();
    if (!installation) throw new Error("not installed");
    await client.repositoriesOf(installation);
    expect(minted).toEqual([JSON.stringify({ permissions: { metadata: "read" } })]);
  });

  test("uninstalls the App from an account and then finds no installation on that account", async () => {
    const { client } = await openApp(["acme/control"]);
    const [installation] = await client.installations();
    if (!installation) throw new Error("not installed");
    await client.uninstall(installation);
    expect(await client.installations()).toEqual([]);
  });

  test("cannot mint a token with more permissions than the App has", async () => {
    const { client } = await openApp(["acme/control"]);
    const [installation] = await client.installations();
    if (!installation) throw new Error("not installed");
    const failure = await failureOf(
      client.mint(installation, { permissions: { contents: "write" } }),
    );
    expect(failure).toBeInstanceOf(RefusedByForge);
    expect(failure).toMatchObject({ status: 422 });
  });

  test("is accepted by a forge whose clock differs from the local clock", async () => {
    const { client } = await openApp("none", () => new Date(Date.now() - 20 * 60_000));
    expect(await client.app()).toMatchObject({ owner: "acme" });
  });
});

describe("a failed App request is reported with its cause:", () => {
  test("another App's key", async () => {
    const { clientOf } = await openApp();
    const failure = await failureOf(clientOf(strangeKey).app());
    expect(failure).toBeInstanceOf(KeyRefused);
    expect(failure).toMatchObject({
      isKeyNotReady: false,
      hints: [
        { text: "Check that the key belongs to this App and that this machine's clock is right" },
      ],
    });
  });

  test("a key that is not yet known to the forge", async () => {
    const { client, emulator } = await openApp();
    emulator.setFaults([{ on: "GET /app", play: { kind: "key-not-ready" } }]);
    expect(await failureOf(client.app())).toMatchObject({ isKeyNotReady: true });
    expect(await client.app()).toMatchObject({ owner: "acme" });
  });

  test("an App that was deleted", async () => {
    const { clientOf, made } = await openApp();
    const failure = await failureOf(clientOf(made.pem, "Iv23liNowhere").app());
    expect(failure).toMatchObject({
      status: 404,
      hints: [
        { text: "Check on the App's settings page that the App exists, and check its permissions" },
      ],
    });
    expect(failure).not.toBeInstanceOf(KeyRefused);
  });

  test.each([
    ["text that is not PEM", "a-secret-that-is-no-key"],
    ["a truncated PEM", strangeKey.slice(0, 400)],
    ["a PEM that does not contain a key", strangeKey.replaceAll(/^[^-].*$/gm, "c2VjcmV0c2VjcmV0")],
  ])("a key that cannot sign is rejected before a request is sent: %s", async (_, pem) => {
    const { clientOf, emulator } = await openApp();
    const before = emulator.requests().length;
    const failure = await failureOf(clientOf(pem).app());
    expect(failure).toMatchObject({
      name: "InvalidInput",
      message: expect.stringMatching(/^The App's private key cannot sign a request: ./),
      hints: [{ text: "Use the complete PEM file of a private key from the App's settings page" }],
    });
    const shown = inspect(failure, { depth: 9, showHidden: true });
    for (const piece of ["a-secret", "c2VjcmV0", strangeKey.split("\n")[2] ?? "?"]) {
      expect(shown).not.toContain(piece);
    }
    expect(emulator.requests()).toHaveLength(before);
  });

  test.each<[Play, new (...args: never[]) => Error]>([
    [{ kind: "rate-limited" }, RateLimited],
    [{ kind: "secondary-limit" }, RateLimited],
    [{ kind: "sso" }, SingleSignOnRequired],
    [{ kind: "status", status: 502 }, ForgeUnreachable],
    [{ kind: "cut", when: "before" }, ForgeUnreachable],
  ])("%o", async (play, kind) => {
    const { client, emulator } = await openApp();
    emulator.setFaults([{ on: "GET /app", times: 0, play }]);
    expect(await failureOf(client.app())).toBeInstanceOf(kind);
  });

  test.each([
    ["an installation list that is an HTML page", "text/html", "<!doctype html>"],
    ["an installation list that is an object", "application/json", "{}"],
  ])("%s", async (_what, type, text) => {
    const { profile } = await openOddForge((_request, response) =>
      response.writeHead(200, { "content-type": type }).end(text),
    );
    const client = createAppClient({
      profile,
      send,
      clientId: "Iv1.a",
      key: new Secret(strangeKey),
    });
    expect(await failureOf(client.installations())).toBeInstanceOf(ForgeUnreachable);
  });

  test("an unreachable forge is not reported as a forge that answered with 500", async () => {
    const { client, emulator } = await openApp();
    emulator.setFaults([{ on: "GET /app", times: 0, play: { kind: "cut", when: "before" } }]);
    expect((await failureOf(client.app())).message).not.toContain("500");
  });
});

test.each<Play>([
  { kind: "status", status: 500 },
  { kind: "status", status: 401 },
  { kind: "cut", when: "before" },
])("no error shows the key or a token that was signed with it: %o", async (play) => {
  const { client, emulator, made } = await openApp();
  emulator.setFaults([{ on: "GET /app", times: 0, play }]);
  const shown = inspect(await failureOf(client.app()), { depth: 9, showHidden: true });
  expect(shown).not.toContain(made.pem.split("\n")[2]);
  expect(shown).not.toMatch(/eyJ[\w-]{10}/);
});
