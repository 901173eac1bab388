import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { readProviderPath } from "../../../src/firewall/proxy/provider/read-provider-path.ts";
import type { KeyForm } from "../../../src/firewall/proxy/provider/provider-server.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { openSocket, readToEnd } from "./open-tunnel.ts";
import { listen, runProxy } from "./rig.ts";
import { runCurl } from "./run-curl.ts";
import { makeCa } from "./test-ca.ts";

const key = "sk-secret-0123456789";

/** Runs a sidecar in front of a provider of the test. */
async function runProvider(answer: RequestListener, type = "openai", keyForm?: KeyForm) {
  const ca = makeCa();
  const origin = await listen(createHttps(ca.issue("localhost"), answer));
  const { proxy, log } = await runProxy({ upstreamRoots: [ca.cert] });
  const server = createServer();
  const baseUrl = new URL(`https://localhost:${origin}/v1/`);
  proxy.serveProvider(server, { baseUrl, type, key: new Secret(key), keyForm });
  const port = await listen(server);
  return { port, url: `http://127.0.0.1:${port}`, log };
}

describe("the API sidecar", () => {
  test("replaces the placeholder with the real key, and does not log headers", async () => {
    const seen: unknown[] = [];
    const { url, log } = await runProvider((request, response) => {
      const { authorization, "x-api-key": apiKey, host } = request.headers;
      seen.push({
        url: request.url,
        authorization,
        apiKey,
        isOurs: host?.startsWith("localhost:"),
      });
      response.end("ok");
    }, "anthropic");
    const mine = ["-H", "Authorization: Bearer placeholder", "-H", "x-api-key: placeholder"];
    const run = await runCurl(...mine, `${url}/messages?beta=1`, "-d", "{}");
    expect(run.out).toBe("ok");
    const sent = { authorization: `Bearer ${key}`, apiKey: key, isOurs: true };
    expect(seen).toEqual([{ url: "/v1/messages?beta=1", ...sent }]);
    expect(log[0]).toMatchObject({ kind: "provider", status: 200, target: "/v1/messages?beta=1" });
    expect(JSON.stringify(log)).not.toContain(key);
  });

  test.each([
    ["azure", "api-key", { "api-key": key }],
    ["azure", "bearer", { authorization: `Bearer ${key}` }],
    ["anthropic", "bearer", { authorization: `Bearer ${key}` }],
    ["openai", undefined, { authorization: `Bearer ${key}` }],
  ] as const)(
    "sends to the type %s only the header of the form %s",
    async (type, form, expected) => {
      const seen: unknown[] = [];
      const answer: RequestListener = ({ headers }, response) => {
        const names = ["authorization", "api-key", "x-api-key"].filter((name) => headers[name]);
        seen.push(Object.fromEntries(names.map((name) => [name, headers[name]])));
        response.end("ok");
      };
      const { url } = await runProvider(answer, type, form);
      await runCurl("-H", "api-key: placeholder", "-H", "authorization: placeholder", `${url}/m`);
      expect(seen).toEqual([expected]);
    },
  );

  test.each([
    [{ "x-goog-api-key": "ours" }, { "x-goog-api-key": key }],
    [{ "x-api-key": "ours" }, { "x-api-key": key }],
    [{ "api-key": "ours" }, { "api-key": key }],
    [{ authorization: "Bearer ours" }, { authorization: `Bearer ${key}` }],
    [{ authorization: "bearer ours" }, { authorization: `bearer ${key}` }],
    [{ "x-api-key": "own", authorization: "Bearer ours" }, { authorization: `Bearer ${key}` }],
    [
      { "x-goog-api-key": "own", "x-note": "ours", "api-key": "ours" },
      { "x-note": "ours", "api-key": key },
    ],
    [
      { "x-api-key": "ours", cookie: "session=own", "ocp-apim-subscription-key": "own" },
      { "x-api-key": key },
    ],
  ])("replaces the placeholder where the client put it: %o", async (sent, expected) => {
    const seen: unknown[] = [];
    const answer: RequestListener = ({ headers }, response) => {
      const names = /^(?:authorization|cookie|x-note|.*-key)$/;
      seen.push(Object.fromEntries(Object.entries(headers).filter(([name]) => names.test(name))));
      response.end("ok");
    };
    const { url } = await runProvider(answer, "engine", { placeholder: "ours" });
    const args = Object.entries(sent).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
    await runCurl(...args, `${url}/m`);
    expect(seen).toEqual([expected]);
  });

  // The command could otherwise send data to an account of its own.
  test.each([
    ["no key", {}, ""],
    ["the placeholder in another header", { "x-note": "ours" }, ""],
    ["the placeholder with another scheme", { authorization: "Basic ours" }, ""],
    ["the placeholder with more text", { "x-api-key": "ours or more" }, ""],
    ["a key in the query", {}, "?key=own"],
    ["a key in the query, and the placeholder", { "x-api-key": "ours" }, "?alt=sse&key=own"],
    ["an encoded name", { "x-api-key": "ours" }, "?%6Bey=own"],
    ["another separator", { "x-api-key": "ours" }, "?alt=sse;key=own"],
    ["another case", { "x-api-key": "ours" }, "?API-Key=own"],
    ["Google's prefix", { "x-api-key": "ours" }, "?$.access_token=own"],
    ["an upload that another key started", { "x-api-key": "ours" }, "?upload_id=1"],
  ])("does not forward a request with %s", async (_name, sent, query) => {
    let count = 0;
    const answer: RequestListener = (_request, response) => {
      count += 1;
      response.end("ok");
    };
    const { url, log } = await runProvider(answer, "engine", { placeholder: "ours" });
    const args = Object.entries(sent).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
    const run = await runCurl("-g", ...args, `${url}/m${query}`, "-d", "data");
    expect(run.out).toMatch(/the query could name another account|contains the placeholder/);
    expect(count).toBe(0);
    expect(log).toMatchObject([{ kind: "provider", decision: { allowed: false } }]);
  });

  test("does not forward another key in the query, whatever the type of the provider", async () => {
    const { url } = await runProvider((_request, response) => response.end("ok"));
    expect((await runCurl(`${url}/m?key=own`)).out).toContain("another account");
    expect((await runCurl(`${url}/m?page_token=own`)).out).toBe("ok");
  });

  test.each([
    ["/chat/completions", "/v1/chat/completions"],
    ["/v1/chat/completions?a=1", "/v1/chat/completions?a=1"],
    ["/v1", "/v1"],
    ["/v10/models", "/v1/v10/models"],
    ["/v1%2f..%2fadmin", undefined],
    ["/v1/../admin", undefined],
  ])("requests %s from the provider without doubling its base path", async (path, expected) => {
    const seen: (string | undefined)[] = [];
    const { url } = await runProvider(({ url: asked }, response) => {
      seen.push(asked);
      response.end("ok");
    });
    await runCurl("--path-as-is", `${url}${path}`);
    expect(seen).toEqual(expected === undefined ? [] : [expected]);
  });

  test("forwards a response that only mentions an encoding", async () => {
    const { url } = await runProvider((_request, response) =>
      response.writeHead(200, { vary: "Content-Encoding" }).end("ok"),
    );
    expect((await runCurl(`${url}/m`)).out).toBe("ok");
  });

  test("keeps the key out of status messages and early hints", async () => {
    const { url } = await runProvider((request, response) => {
      const { authorization = "" } = request.headers;
      response.writeEarlyHints({ link: `<https://a.test/${key}>; rel=preload` }, () => {
        response.writeHead(200, authorization).end("ok");
      });
    });
    const run = await runCurl("-i", `${url}/echo`);
    expect(run.out).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*ok$/);
    expect(run.out).not.toContain(key);
  });

  test("keeps the key out of a response that repeats it, however the response is split", async () => {
    const { url } = await runProvider((request, response) => {
      const { authorization = "" } = request.headers;
      response.setHeader("x-echo", authorization);
      response.write(`head ${authorization.slice(0, 12)}`);
      setImmediate(() => response.end(`${authorization.slice(12)} tail sk-`));
    });
    const run = await runCurl("-i", `${url}/echo`);
    expect(run.out).not.toContain(key);
    expect(run.out).toMatch(/x-echo: Bearer \*/);
    expect(run.out).toMatch(/head Bearer \*{20} tail sk-$/);
  });

  test.each([
    "X-Original-URL",
    "X-Original-URI",
    "x_forwarded_uri",
    "X-Envoy-Original-Path",
    "X-HTTP-Method-Override",
    "Destination",
    "Range",
    "If-Range",
    "Request-Range",
  ])("does not forward the header %s, which would change the request", async (name) => {
    let seen: readonly string[] = [];
    const { url } = await runProvider((request, response) => {
      seen = request.rawHeaders;
      response.end("ok");
    });
    expect((await runCurl("-H", `${name}: /admin`, "-H", "X-Mine: 1", `${url}/x`)).out).toBe("ok");
    expect(seen).toContain("X-Mine");
    expect(seen).not.toContain(name);
  });

  test.each([
    ["206", "a partial response", 206, {}],
    ["226", "a delta response", 226, {}],
    ["200", "a partial response", 200, { "content-range": "bytes 0-9/20" }],
  ])("refuses status %s (%s), because the key could be assembled from parts", async (...given) => {
    const [, , status, headers] = given;
    const { url, log } = await runProvider((request, response) => {
      const { authorization = "" } = request.headers;
      response.writeHead(status, headers).end(authorization.slice(0, 17));
    });
    const run = await runCurl("-i", "-r", "0-16", `${url}/echo`);
    expect(run.out).toMatch(/^HTTP\/1\.1 502 /);
    expect(run.out).not.toContain(key.slice(0, 4));
    expect(log[0]).toMatchObject({
      status: 502,
      failure: "the origin's response has a part that was not requested",
    });
  });

  test("forwards events as they arrive, and redirects unchanged", async () => {
    const { port, url } = await runProvider((request, response) => {
      if (request.url === "/v1/old") response.writeHead(302, { location: "https://b.test/" }).end();
      else {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write("data: 1\n\n");
      }
    });
    const socket = await openSocket(port);
    socket.write("GET /events HTTP/1.1\r\nHost: sidecar\r\n\r\n");
    let text = "";
    while (!text.includes("data: 1\n\n")) text += String((await once(socket, "data"))[0]);
    const run = await runCurl("-i", `${url}/old`);
    expect(run.out).toMatch(/302[^]*location: https:\/\/b\.test\//);
  });

  test.each([
    "/../admin",
    "/a/%2e%2e/%2e%2e/admin",
    "/a/..%2f..%2fadmin",
    "/a/%252e%252e/admin",
    "/a/..;x/admin",
    "/a\\..\\admin",
    "/..%09/admin",
    "/..%20/admin",
    "/.%2509./admin",
    "/..%01/admin",
    "/..%7f/admin",
    "/..%C2%A0/admin",
    "/..%E2%80%8B/admin",
    "/..%3Fx/admin",
    "/%c0%ae%c0%ae/admin",
    "/%ef%bc%8e%ef%bc%8e/admin",
    "/%E2%80%A5/admin",
    "/a%00b",
    "//evil.test/x",
    "http://evil.test/x",
  ])("rejects %s, which could escape the provider's base path", async (target) => {
    const { port } = await runProvider((_request, response) => void response.end("reached"));
    const socket = await openSocket(port);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: sidecar\r\nConnection: close\r\n\r\n`);
    expect(await readToEnd(socket)).toMatch(
      /^HTTP\/1\.1 403 [^]*Blocked by policy: the path could leave the provider's base URL\./,
    );
  });

  test.each([
    "/chat/completions",
    "/models/org%2Fname",
    "/files/a.b..c?x=../y",
    "/v1.5/...",
    "/files/a%20b%C3%A9",
  ])("accepts %s unchanged", (target) => {
    expect(readProviderPath("/v1", target)).toBe(`/v1${target}`);
  });
});
