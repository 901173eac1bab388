import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { createForgeClient } from "../../src/forge/client.ts";
import type { Representations } from "../../src/forge/representation.ts";
import { Secret } from "../../src/shared/secret.ts";
import { failureOf, openOddForge, send } from "./forge-bench.ts";

const control = "/repos/acme/control";

// The token's form is unknown, so only the code that signs with it can recognize it.
describe("a token that the response quotes", () => {
  const token = new Secret("0123456789abcdef0123456789abcdef01234567");
  const json = { "content-type": "application/json" };
  const quoted = (status: number, headers: Record<string, string> = {}) =>
    openOddForge(({ headers: { authorization } }, response) => {
      const body = JSON.stringify({ message: `No, ${authorization}`, data: null });
      response.writeHead(status, { ...json, ...headers }).end(body);
    }, token);

  test("does not appear in an error", async () => {
    const { client } = await quoted(403);
    const failure = await failureOf(client.request("GET", control));
    expect(failure.message).toContain("No, Bearer [secret]");
    expect(inspect(failure)).not.toContain(token.reveal());
  });

  test.each<[string, (own: string) => string]>([
    ["written with escapes", (own) => `\\u0030${own.slice(1, -1)}\\u0037`],
    ["split by an invisible character", (own) => `${own.slice(0, 9)}\\u200b${own.slice(9)}`],
    ["on two lines", (own) => `${own.slice(0, 9)}\\n${own.slice(9)}`],
  ])("does not appear in an error if it is %s", async (_, spell) => {
    const body = `{"message":"No, ${spell(token.reveal())}!"}`;
    const { client } = await openOddForge(
      (_request, response) => response.writeHead(403, json).end(body),
      token,
    );
    const failure = await failureOf(client.request("GET", control));
    expect(failure.message).toContain("No, [secret]!");
  });

  test("does not appear in read or cached data if it is written with escapes", async () => {
    const known: Representations = new Map();
    const spelled = token.reveal().replaceAll("a", "\\u0061").replaceAll("f", "\\u0066");
    const { client } = await openOddForge(
      (_request, response) =>
        response.writeHead(200, { ...json, etag: '"1"' }).end(`{"name":"${spelled}"}`),
      token,
    );
    const keeping = createForgeClient({ profile: client.profile, send, token, known });
    expect((await keeping.request("GET", control)).body).toEqual({ name: "[secret]" });
    expect(known.get(`${client.profile.apiUrl}${control}`)?.text).toBe('{"name":"[secret]"}');
  });

  test.each([200, 202])("is removed from every header of a response with %d", async (status) => {
    const known: Representations = new Map();
    const { client } = await openOddForge(({ headers: { authorization = "" } }, response) => {
      const own = authorization.slice("Bearer ".length);
      const link = `<https://forge.example/${own}>; rel="next"`;
      const etag = status === 200 && { etag: `"${own}"` };
      response.writeHead(status, { ...json, link, ...etag }).end("{}");
    }, token);
    const keeping = createForgeClient({ profile: client.profile, send, token, known });
    const { headers } = await keeping.request("GET", control);
    expect(headers["link"]).toBe('<https://forge.example/[secret]>; rel="next"');
    expect(inspect([known, headers], { depth: 9 })).not.toContain(token.reveal());
  });

  test("does not appear in the address of a redirect", async () => {
    const { client } = await openOddForge(({ headers: { authorization = "" } }, response) => {
      const own = authorization.slice("Bearer ".length);
      response.writeHead(302, { location: `https://${own}.example/` }).end();
    }, token);
    const failure = await failureOf(client.request("GET", control));
    expect(failure.message).toContain(
      "GET /repos/acme/control failed: a redirect to [secret].example was not followed",
    );
  });

  test("is removed from all data that is read, and not cached for the next request", async () => {
    const known: Representations = new Map();
    const { client } = await quoted(200, { etag: '"1"' });
    expect((await client.request("GET", control)).body).toMatchObject({
      message: "No, Bearer [secret]",
    });
    const { profile } = client;
    const keeping = createForgeClient({ profile, send, token, known });
    await keeping.request("GET", control);
    expect(inspect(known)).not.toContain(token.reveal());
  });
});
