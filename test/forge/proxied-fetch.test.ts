import { describe, expect, test } from "vitest";
import { createForgeClient } from "../../src/forge/client.ts";
import { ForgeUnreachable } from "../../src/forge/forge-errors.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { createProxiedFetch } from "../../src/forge/proxied-fetch.ts";
import { failureOf, openOddForge, openServer } from "./forge-bench.ts";

/** A proxy that writes down where it was to connect, and refuses. */
async function openProxy() {
  const { server, origin, heard } = await openServer((_, response) =>
    response.writeHead(502).end(),
  );
  const tunnels: string[] = [];
  server.on("connect", (request, socket) => {
    tunnels.push(`CONNECT ${request.url}`);
    socket.end("HTTP/1.1 502 No Way\r\n\r\n");
  });
  const asked = () => [...tunnels, ...heard.map(({ method, path }) => `${method} ${path}`)];
  return { asked, address: origin };
}

const ask = (env: NodeJS.ProcessEnv, host = "forge.invalid") =>
  createForgeClient({ profile: resolveHost(host), fetch: createProxiedFetch(env) }).request(
    "POST",
    "/x",
  );

describe("a forge beyond a proxy", () => {
  test.each(["HTTPS_PROXY", "https_proxy"])("is asked by way of %s", async (name) => {
    const proxy = await openProxy();
    expect(await failureOf(ask({ [name]: proxy.address }))).toBeInstanceOf(ForgeUnreachable);
    expect(proxy.asked()).toEqual(["CONNECT forge.invalid:443"]);
  });

  test.each(["NO_PROXY", "no_proxy"])("that %s names is asked directly", async (name) => {
    const proxy = await openProxy();
    const env = { HTTPS_PROXY: proxy.address, [name]: "other.invalid,forge.invalid" };
    await failureOf(ask(env));
    expect(proxy.asked()).toEqual([]);
  });

  test("on this machine needs none", async () => {
    const proxy = await openProxy();
    const { origin, asked } = await openOddForge((_request, response) => response.end());
    await ask({ HTTPS_PROXY: proxy.address, HTTP_PROXY: proxy.address }, origin);
    expect([proxy.asked(), asked()]).toEqual([[], ["POST /api/v3/x"]]);
  });

  test("without any of these variables is asked by Node's own fetch", () => {
    expect(createProxiedFetch({ NO_PROXY: "*" })).toBe(fetch);
  });

  test("is a sentence when the proxy is not there", async () => {
    const failure = await failureOf(ask({ HTTPS_PROXY: "http://127.0.0.1:1" }));
    expect(failure).toBeInstanceOf(ForgeUnreachable);
  });
});
