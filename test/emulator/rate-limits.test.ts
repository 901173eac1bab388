import { describe, expect, test } from "vitest";
import { createApp, installApp, mintToken, openForge, type OpenForge } from "./open-forge.ts";

const core = async (forge: OpenForge, token?: string | null) =>
  (await forge.rest("GET", "/rate_limit", token === undefined ? {} : { token })).json.resources
    .core;

describe("the budget", () => {
  test("is counted, and shown in every response", async () => {
    const forge = await openForge();
    const before = await core(forge);
    const { headers } = await forge.rest("GET", "/user");
    const after = await core(forge);
    expect(before).toMatchObject({ limit: 5000, used: 0, remaining: 5000 });
    expect(after).toMatchObject({ used: 1, remaining: 4999 });
    expect(headers.get("x-ratelimit-remaining")).toBe("4999");
    expect(headers.get("x-ratelimit-reset")).toBe(String(after.reset));
    expect(headers.get("x-ratelimit-resource")).toBe("core");
  });

  test("of a user is shared by their tokens; an anonymous caller has 60, an installation its own", async () => {
    const forge = await openForge();
    const { token } = (await forge.control("POST", "tokens", { user: "mona", scopes: [] })).json;
    await forge.rest("GET", "/user", { token });
    const app = await createApp(forge);
    const installation = await installApp(forge, app, "all");
    const minted = (await mintToken(forge, { app, installation })).json.token;
    expect((await core(forge, token)).used).toBe((await core(forge)).used);
    expect((await core(forge, null)).limit).toBe(60);
    expect((await core(forge, minted)).used).toBe(0);
  });

  test("rejects requests after it is used up, until its reset", async () => {
    let now = new Date("2026-01-01T00:00:00Z");
    const forge = await openForge({ clock: () => now });
    await forge.control("PATCH", "world", { limits: { "user:mona": { core: { remaining: 1 } } } });
    expect((await forge.rest("GET", "/user")).status).toBe(200);
    const { status, headers, json } = await forge.rest("GET", "/user");
    expect(status).toBe(403);
    expect(json.message).toMatch(/^API rate limit exceeded for user ID \d+/);
    expect(headers.get("x-ratelimit-remaining")).toBe("0");
    expect((await core(forge)).remaining).toBe(0);
    now = new Date("2026-01-01T01:00:01Z");
    expect((await forge.rest("GET", "/user")).status).toBe(200);
  });

  test("does not exist on a forge without rate limits", async () => {
    const forge = await openForge();
    await forge.control("PATCH", "world", { switches: { rateLimits: false } });
    expect((await forge.rest("GET", "/rate_limit")).status).toBe(404);
    expect((await forge.rest("GET", "/user")).headers.has("x-ratelimit-limit")).toBe(false);
  });
});

describe("a conditional request", () => {
  const path = "/repos/acme/web";

  test("is free if nothing has changed", async () => {
    const forge = await openForge();
    const etag = (await forge.rest("GET", path)).headers.get("etag") ?? "";
    const used = (await core(forge)).used;
    const again = await forge.rest("GET", path, { headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect(again.headers.get("etag")).toBe(etag);
    expect((await core(forge)).used).toBe(used);
  });

  test("is answered completely if something has changed", async () => {
    const forge = await openForge();
    const etag = (await forge.rest("GET", path)).headers.get("etag") ?? "";
    await forge.rest("PATCH", path, { body: { description: "new" } });
    const again = await forge.rest("GET", path, { headers: { "if-none-match": etag } });
    expect([again.status, again.json.description]).toEqual([200, "new"]);
  });

  test("is not free without a login", async () => {
    const forge = await openForge();
    const ask = { token: null };
    const etag = (await forge.rest("GET", path, ask)).headers.get("etag") ?? "";
    const again = await forge.rest("GET", path, { ...ask, headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect((await core(forge, null)).used).toBe(2);
  });

  test("with another token's ETag is a new request", async () => {
    const forge = await openForge();
    const etag = (await forge.rest("GET", path)).headers.get("etag") ?? "";
    const { token } = (await forge.control("POST", "tokens", { user: "mona", scopes: ["repo"] }))
      .json;
    const again = await forge.rest("GET", path, { token, headers: { "if-none-match": etag } });
    expect(again.status).toBe(200);
  });
});

test("more than a hundred concurrent requests are refused until some are completed", async () => {
  const forge = await openForge();
  const { token } = (await forge.control("POST", "tokens", { user: "hubot", scopes: [] })).json;
  const play = { kind: "latency", ms: 600_000 } as const;
  forge.emulator.setFaults([{ on: "GET /user", times: 0, play }]);
  const held = new AbortController();
  const { signal } = held;
  const headers = { authorization: `Bearer ${forge.emulator.userToken.reveal()}` };
  const address = `${forge.emulator.apiUrl}/user`;
  const asked = Array.from({ length: 100 }, () =>
    fetch(address, { headers, signal }).catch(() => undefined),
  );
  const ask = () => forge.rest("GET", "/rate_limit");
  await expect.poll(async () => (await ask()).status, { timeout: 60_000 }).toBe(403);
  const refused = await ask();
  expect(refused.json.message).toContain("You have exceeded a secondary rate limit.");
  expect(refused.headers.get("retry-after")).toBe("60");
  const query = { method: "POST", headers, body: '{"query":"{ viewer { login } }"}' };
  expect((await fetch(`${forge.emulator.origin}/api/graphql`, query)).status).toBe(403);
  expect((await forge.rest("GET", "/rate_limit", { token })).status).toBe(200);
  held.abort();
  await Promise.all(asked);
  await expect.poll(async () => (await ask()).status, { timeout: 60_000 }).toBe(200);
}, 150_000);
