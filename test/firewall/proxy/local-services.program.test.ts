import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { policyOf, type Texts } from "../rules/compile.ts";
import { listen, runProxy, type RigOptions } from "./rig.ts";
import { runCurl } from "./run-curl.ts";
import { makeCa } from "./test-ca.ts";

const echo: RequestListener = (request, response) => {
  response.end(`reached ${request.headers.host} ${request.url}`);
};

/** Runs a proxy that applies the real rules, and also serves connections captured at a port. */
async function runRules(texts: Texts, port: number, more: RigOptions = {}) {
  const running = await runProxy({ policy: await policyOf(texts), ...more });
  const server = createServer();
  running.proxy.serveCaught(server, port);
  const caught = await listen(server, "0.0.0.0");
  return {
    ...running,
    proxied: (url: string, ...args: readonly string[]) =>
      runCurl("--proxy", running.url, "--noproxy", "", url, ...args),
    /** Runs curl as if the captured port were the service's own port. */
    captured: (url: string, ...args: readonly string[]) =>
      runCurl("--connect-to", `::127.0.0.1:${caught}`, url, ...args),
  };
}

describe("a service of this machine that a rule names", () => {
  test.each(["127.0.0.1", "localhost"])("is reached over HTTP at %s", async (host) => {
    const port = await listen(createHttp(echo));
    const url = `http://${host}:${port}/x`;
    const { proxied, captured, log } = await runRules({ domains: [`${host}:${port}`] }, port);
    for (const ask of [proxied, captured])
      expect((await ask(url)).out).toBe(`reached ${host}:${port} /x`);
    expect(log).toMatchObject([
      { way: "proxy", host, port, status: 200 },
      { way: "caught", host, port, status: 200 },
    ]);
  });

  test.each(["127.0.0.1", "localhost"])("is reached over TLS at %s", async (host) => {
    const ca = makeCa();
    const port = await listen(createHttps(ca.issue(host), echo));
    const url = `https://${host}:${port}/x`;
    const { proxied, captured } = await runRules({ domains: [`${host}:${port}`] }, port);
    for (const ask of [proxied, captured])
      expect((await ask(url, "--cacert", ca.file)).out).toBe(`reached ${host}:${port} /x`);
  });

  test("is limited to URL patterns with interception", async () => {
    const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
    const port = await listen(createHttps(theirs.issue("localhost"), echo));
    const { proxied, captured } = await runRules({ urls: [`https://localhost:${port}/x`] }, port, {
      issue: ours.issue,
      upstreamRoots: [theirs.cert],
    });
    const site = `https://localhost:${port}`;
    for (const ask of [proxied, captured]) {
      expect((await ask(`${site}/x`, "--cacert", ours.file)).out).toContain("reached");
      expect((await ask(`${site}/y`, "--cacert", ours.file)).out).toContain("Blocked by policy");
    }
  });

  test("is reached at [::1] if it listens only there", async () => {
    const port = await listen(createHttp(echo), "::1");
    const { proxied } = await runRules({ domains: [`[::1]:${port}`, `localhost:${port}`] }, port);
    for (const host of ["[::1]", "localhost"])
      expect((await proxied(`http://${host}:${port}/x`)).out).toBe(`reached ${host}:${port} /x`);
  });

  test("is not requested from the operator's upstream proxy, whose loopback differs", async () => {
    const port = await listen(createHttp(echo));
    let asked = 0;
    const parent = createServer((socket) => {
      asked += 1;
      socket.destroy();
    });
    const upstreamProxy = new URL(`http://127.0.0.1:${await listen(parent)}`);
    const { proxied } = await runRules({ domains: [`localhost:${port}`] }, port, { upstreamProxy });
    expect((await proxied(`http://localhost:${port}/x`)).out).toContain("reached");
    expect(asked).toBe(0);
  });
});

describe("a service of this machine that no rule names exactly", () => {
  test.each([
    ["another name of the address", "127.0.0.1", "localhost"],
    ["the address of another name", "localhost", "127.0.0.1"],
    ["a subdomain", "localhost", "x.localhost"],
  ])("is refused: %s", async (_what, ruled, asked) => {
    let reached = 0;
    const server = createHttp(echo).on("connection", () => (reached += 1));
    const port = await listen(server);
    const url = `http://${asked}:${port}/`;
    const { proxied, captured } = await runRules({ domains: [`${ruled}:${port}`] }, port);
    for (const ask of [proxied, captured])
      expect((await ask(url)).out).toMatch(/^Blocked by policy|^Allowed by policy, but/);
    expect(reached).toBe(0);
  });

  test("is refused at another port, also when the connection is captured", async () => {
    let reached = 0;
    const server = createHttp(echo).on("connection", () => (reached += 1));
    const port = await listen(server);
    const domains = ["localhost:1", "127.0.0.1:1", "localhost", "127.0.0.1"];
    const { proxied, captured, log } = await runRules({ domains }, port);
    expect((await proxied(`http://127.0.0.1:${port}/`)).out).toContain("Blocked by policy");
    expect((await captured(`http://127.0.0.1:${port}/`)).out).toBe("");
    expect(log.map(({ decision }) => decision)).toMatchObject([
      { allowed: false, reason: "no-rule" },
      { allowed: false, reason: "name-mismatch" },
    ]);
    expect(reached).toBe(0);
  });
});
