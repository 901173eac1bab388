import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSocket, readToEnd } from "./open-tunnel.ts";
import { listen, resolveTo, runProxy, type RigOptions } from "./rig.ts";
import { runCurl } from "./run-curl.ts";
import { makeCa } from "./test-ca.ts";

const echo: RequestListener = (request, response) => {
  response.end(`${request.headers.host} ${request.url}`);
};

/**
 * Runs a proxy for tools without proxy settings: a resolver, and listeners on every address of
 * 127.0.0.0/8.
 */
async function runCaught(options: RigOptions) {
  const running = await runProxy(options);
  const [http, https] = [createServer(), createServer()];
  running.proxy.serveCaught(http, 80);
  running.proxy.serveCaught(https, 443);
  const ports = { http: await listen(http, "0.0.0.0"), https: await listen(https, "0.0.0.0") };
  const dns = createSocket("udp4");
  dns.bind(0, "127.0.0.1");
  await once(dns, "listening");
  running.proxy.answerNames(dns);
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${dns.address().port}`]);
  onTestFinished(() => resolver.cancel());
  const find = async (name: string) => (await resolver.resolve4(name))[0] ?? "";
  /** Runs curl with the addresses that the resolver would return, and with the test's own ports. */
  const curl = async (url: string, ...args: readonly string[]) => {
    const { hostname, port, protocol } = new URL(url);
    const to = protocol === "http:" ? ports.http : ports.https;
    const usual = port || (protocol === "http:" ? "80" : "443");
    const address = await find(hostname);
    return runCurl("--connect-to", `${hostname}:${usual}:${address}:${to}`, url, ...args);
  };
  return { ...running, ports, resolver, find, curl };
}

describe("a tool without proxy support", () => {
  test("reaches an allowed site over HTTP, and receives the reason for a denial", async () => {
    const origin = await listen(createHttp(echo));
    const { curl, log } = await runCaught({
      hosts: ["a.test"],
      resolves: [resolveTo("a.test", 80, origin)],
    });
    expect((await curl("http://a.test/x")).out).toBe("a.test /x");
    expect((await curl("http://b.test/x")).out).toContain("Blocked by policy");
    expect((await curl("http://a.test/x", "-H", "Host: b.test")).out).toContain(
      "Blocked by policy: the connection is for a.test, but the request is for b.test.",
    );
    expect(log.map(({ way }) => way)).toEqual(["caught", "caught", "caught"]);
  });

  test("reaches an allowed site over TLS, and receives a TLS alert for a denied site", async () => {
    const ca = makeCa();
    const origin = await listen(createHttps(ca.issue("a.test"), echo));
    const { curl, logged } = await runCaught({
      hosts: ["a.test"],
      resolves: [resolveTo("a.test", 443, origin)],
    });
    expect((await curl("https://a.test/x", "--cacert", ca.file)).out).toBe("a.test /x");
    expect((await curl("https://b.test/x")).err).toMatch(/access denied/);
    expect(await logged(({ host }) => host === "b.test")).toMatchObject({
      way: "caught",
      kind: "connection",
      decision: { allowed: false, reason: "no-rule" },
    });
  });

  test("is intercepted if interception is enabled", async () => {
    const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
    const origin = await listen(createHttps(theirs.issue("a.test"), echo));
    const { curl, log } = await runCaught({
      urls: ["https://a.test/ok"],
      issue: ours.issue,
      upstreamRoots: [theirs.cert],
      resolves: [resolveTo("a.test", 443, origin)],
    });
    expect((await curl("https://a.test/ok", "--cacert", ours.file)).out).toBe("a.test /ok");
    expect((await curl("https://a.test/no", "--cacert", ours.file)).out).toContain("Blocked");
    const elsewhere = await curl("https://b.test/", "--cacert", ours.file);
    expect(elsewhere.out).toContain("Blocked by policy: no rule names b.test");
    expect(log.filter(({ host }) => host === "b.test")).toMatchObject([{ kind: "connection" }]);
  });

  test("cannot use the address of one host name for another", async () => {
    const { find, ports, logged } = await runCaught({ hosts: ["a.test", "b.test"] });
    const address = await find("b.test");
    const to = `a.test:443:${address}:${ports.https}`;
    const run = await runCurl("--connect-to", to, "https://a.test/");
    expect(run.err).toMatch(/unrecognized name/);
    expect(await logged(() => true)).toMatchObject({
      host: "b.test",
      decision: { reason: "name-mismatch" },
    });
  });

  test("is disconnected if it dials an address that was not assigned to a name", async () => {
    const { ports, logged } = await runCaught({ hosts: ["a.test"] });
    const socket = await openSocket(ports.http, "127.9.9.9");
    socket.write("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n");
    expect(await readToEnd(socket)).toBe("");
    expect(await logged(() => true)).toMatchObject({
      host: "127.9.9.9",
      decision: { reason: "name-mismatch" },
    });
  });
});

describe("DNS", () => {
  test("assigns each name a unique and stable address, and answers no other record type", async () => {
    const { resolver, find } = await runCaught({});
    const [a, b] = [await find("a.test"), await find("B.test")];
    expect(a).toMatch(/^127\.64\./);
    expect(b).not.toBe(a);
    expect(await find("A.TEST")).toBe(a);
    await expect(resolver.resolve6("a.test")).rejects.toThrow("ENODATA");
    await expect(resolver.resolveTxt("secret.a.test")).rejects.toThrow("ENODATA");
    await expect(resolver.resolveMx("a.test")).rejects.toThrow("ENODATA");
  });
});
