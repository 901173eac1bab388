import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { createApp, installApp, mintToken, openForge, type OpenForge } from "./open-forge.ts";

const ask = (forge: OpenForge, headers: Record<string, string>, path = "/user") =>
  forge.rest("GET", path, { headers });

describe("a request", () => {
  test("without a User-Agent is rejected in plain text, not in JSON", async () => {
    const { emulator } = await openForge();
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve) => {
      request(`${emulator.apiUrl}/user`, { agent: false }, (message) => {
        let text = "";
        message.setEncoding("utf8").on("data", (part: string) => (text += part));
        message.on("end", () => resolve({ status: message.statusCode, text }));
      }).end();
    });
    expect(answer.status).toBe(403);
    expect(answer.text).toMatch(/^Request forbidden by administrative rules\. Please make sure/);
  });

  test.each(["text/plain", "application/xml"])(
    "that accepts only %s is refused",
    async (accept) => {
      const { status, json } = await ask(await openForge(), { accept });
      expect([status, json.message]).toEqual([
        415,
        `Unsupported 'Accept' header: '${accept}'. Must accept 'application/json'.`,
      ]);
    },
  );

  test.each([
    "*/*",
    "application/json",
    "application/vnd.github.v3+json",
    "application/vnd.github.merge-info-preview+json, application/vnd.github.nebula-preview",
    "text/html, application/json;q=0.9",
  ])("that accepts %s is answered", async (accept) => {
    expect((await ask(await openForge(), { accept })).status).toBe(200);
  });

  test("for an unsupported API version is refused", async () => {
    const { status, json } = await ask(await openForge(), { "x-github-api-version": "v3" });
    expect(status).toBe(400);
    expect(json.message).toContain(
      'The version you specified in the "X-GitHub-API-Version" request header, "v3", is not a supported version.',
    );
  });

  test.each(["/user/", "/repos/acme/web/", "/repos/acme/web/issues/"])(
    "to %s, with an extra slash, finds nothing",
    async (path) => {
      expect((await ask(await openForge(), {}, path)).status).toBe(404);
    },
  );

  test("with a missing or invalid field is rejected with the name of the field", async () => {
    const forge = await openForge();
    const message = async (body: object) =>
      (await forge.rest("POST", "/repos/acme/web/issues", { body })).json.message;
    expect(await message({})).toBe(`Invalid request.\n\n"title" wasn't supplied.`);
    expect(await message({ title: 5 })).toBe(
      "Invalid request.\n\nFor 'properties/title', 5 is not a string.",
    );
  });
});

describe("the API of 2026-03-10", () => {
  const headers = { "x-github-api-version": "2026-03-10" };

  test("omits the old rate limit, and names its version", async () => {
    const forge = await openForge();
    const [old, fresh] = [
      await ask(forge, {}, "/rate_limit"),
      await ask(forge, headers, "/rate_limit"),
    ];
    expect([old.json.rate === undefined, fresh.json.rate === undefined]).toEqual([false, true]);
    expect([old, fresh].map((each) => each.headers.get("x-github-api-version-selected"))).toEqual([
      "2022-11-28",
      "2026-03-10",
    ]);
  });

  test("returns 202 for an uninstallation", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const id = await installApp(forge, app, "all");
    const token = app.jwt();
    const { status } = await forge.rest("DELETE", `/app/installations/${id}`, { token, headers });
    expect(status).toBe(202);
  });
});

describe("an unchanged resource", () => {
  test("is not sent again if it was not modified since the given time, and costs nothing", async () => {
    const forge = await openForge();
    const first = await ask(forge, {}, "/repos/acme/web");
    const since = first.headers.get("last-modified") ?? "";
    expect(new Date(since).getTime()).toBe(new Date(first.json.updated_at).getTime());
    const again = await ask(forge, { "if-modified-since": since }, "/repos/acme/web");
    expect(again.status).toBe(304);
    const left = (answer: typeof first) => Number(answer.headers.get("x-ratelimit-remaining"));
    expect(left(again)).toBe(left(first));
  });

  test("is sent again after a change, and if the ETag differs", async () => {
    const forge = await openForge();
    const since = (await ask(forge, {}, "/repos/acme/web")).headers.get("last-modified") ?? "";
    const both = { "if-modified-since": since, "if-none-match": '"another"' };
    expect((await ask(forge, both, "/repos/acme/web")).status).toBe(200);
    await forge.rest("PATCH", "/repos/acme/web", { body: { description: "New" } });
    const { status } = await ask(forge, { "if-modified-since": since }, "/repos/acme/web");
    expect(status).toBe(200);
  });
});

describe("the message about a used-up budget names its owner", () => {
  test.each([
    ["user:mona", "core", "API rate limit exceeded for user ID"],
    ["anonymous", "core", "API rate limit exceeded for 127.0.0.1. (But here's the good news"],
  ])("%s", async (who, resource, words) => {
    const forge = await openForge();
    const limits = { [who]: { [resource]: { remaining: 0 } } };
    await forge.control("PATCH", "world", { limits });
    const token = who === "anonymous" ? { token: null } : {};
    const { status, json } = await forge.rest("GET", "/repos/acme/web", token);
    expect(status).toBe(403);
    expect(json.message).toContain(words);
  });

  test("an installation", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const installation = await installApp(forge, app, "all");
    const { token } = (await mintToken(forge, { app, installation })).json;
    const limits = { [`installation:${installation}`]: { core: { remaining: 0 } } };
    await forge.control("PATCH", "world", { limits });
    const { json } = await forge.rest("GET", "/repos/acme/web", { token });
    expect(json.message).toContain(`API rate limit exceeded for installation ID ${installation}.`);
  });
});

test("a forge without rate limits reports their absence", async () => {
  const forge = await openForge();
  await forge.control("PATCH", "world", { switches: { rateLimits: false } });
  const { status, json } = await ask(forge, {}, "/rate_limit");
  expect([status, json.message]).toEqual([404, "Rate limiting is not enabled."]);
});
