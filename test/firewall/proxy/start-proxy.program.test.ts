import { EventEmitter, once } from "node:events";
import { createServer as createHttp, type RequestListener } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { createServer as createHttps } from "node:https";
import { describe, expect, test } from "vitest";
import { listen, resolveTo, runProxy } from "./rig.ts";
import { openTunnel } from "./open-tunnel.ts";
import { runCurl } from "./run-curl.ts";
import { makeCa } from "./test-ca.ts";

const echo: RequestListener = (request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    response.setHeader("alt-svc", 'h3=":443"');
    response.end(`${request.method} ${request.headers.host} ${request.url} ${body}`);
  });
};

describe("plain HTTP", () => {
  test("an allowed request passes, complete and with its path unchanged", async () => {
    const origin = await listen(createHttp(echo));
    const { url, logged } = await runProxy({
      hosts: ["a.test"],
      resolves: [resolveTo("a.test", 80, origin)],
    });
    const run = await runCurl(
      "--proxy",
      url,
      "--path-as-is",
      "-i",
      "http://A.test/x/./y?q=1",
      "-d",
      "hi",
    );
    expect(run.out).toContain("POST a.test /x/./y?q=1 hi");
    expect(run.out).not.toMatch(/alt-svc/i);
    expect(await logged(() => true)).toMatchObject({
      kind: "request",
      way: "proxy",
      scheme: "http",
      host: "a.test",
      port: 80,
      method: "POST",
      target: "/x/./y?q=1",
      status: 200,
      protocol: "http/1.1",
      bytesSent: 2,
    });
  });

  test("a denied request gets 403 and the reason", async () => {
    const { url, log } = await runProxy({ whomToAsk: "Jane" });
    const text = await runCurl("--proxy", url, "-i", "http://b.test/");
    expect(text.out).toMatch(/^HTTP\/1\.1 403 Blocked by policy: /m);
    expect(text.out).toMatch(/x-gatehouse-denied: no-rule/i);
    expect(text.out).toContain("Ask Jane.");
    const json = await runCurl("--proxy", url, "-H", "Accept: application/json", "http://b.test/");
    expect(JSON.parse(json.out)).toMatchObject({ error: "blocked by policy", retry: false });
    expect(log.map(({ status }) => status)).toEqual([403, 403]);
  });
});

describe("CONNECT without interception", () => {
  test("TLS is forwarded without decryption if its server name is the requested host", async () => {
    const ca = makeCa();
    const origin = await listen(createHttps(ca.issue("a.test"), echo));
    const { url, logged } = await runProxy({
      hosts: ["a.test"],
      resolves: [resolveTo("a.test", 443, origin)],
    });
    const run = await runCurl("--proxy", url, "--cacert", ca.file, "https://a.test/secret");
    expect(run.out).toContain("GET a.test /secret");
    const entry = await logged(() => true);
    expect(entry).toMatchObject({ kind: "connection", host: "a.test", port: 443, status: 200 });
    expect(entry.target).toBeUndefined();
  });

  test.each([
    ["http/1.1", { hosts: ["a.test"] }],
    ["http/1.1", { urls: ["https://a.test/*"] }],
    ["h2", { urls: ["https://a.test/*"] }],
  ])(
    "an open request is logged before the proxy finishes closing: %s, %o",
    async (protocol, rules) => {
      const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
      const asked = new EventEmitter();
      const site = createHttps(theirs.issue("a.test"), (_request, response) => {
        response.write("a part");
        asked.emit("asked");
      });
      const origin = await listen(site);
      const { proxy, port, log } = await runProxy({
        ...rules,
        ...("urls" in rules && { issue: ours.issue }),
        upstreamRoots: [theirs.cert],
        resolves: [resolveTo("a.test", 443, origin)],
      });
      const ca = "urls" in rules ? ours.cert : theirs.cert;
      const socket = await openTunnel(port, "a.test:443", { ca, protocols: [protocol] });
      const isAsked = once(asked, "asked");
      if (protocol === "h2") {
        const session = connectHttp2("https://a.test", { createConnection: () => socket });
        session.on("error", () => {});
        session.request().on("error", () => {});
      } else socket.write("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n");
      await isAsked;
      await proxy.close();
      expect(log).toMatchObject([{ host: "a.test", decision: { allowed: true } }]);
    },
  );

  test("CONNECT to a host that is not allowed gets 403", async () => {
    const { url } = await runProxy({ hosts: ["a.test"] });
    const run = await runCurl("--proxy", url, "https://b.test/");
    expect(run.err).toContain("response 403");
  });

  test("plain HTTP inside a tunnel is decided request by request", async () => {
    const origin = await listen(createHttp(echo));
    const { url } = await runProxy({
      hosts: ["a.test"],
      resolves: [resolveTo("a.test", 80, origin)],
    });
    const through = ["--proxy", url, "--proxytunnel"];
    expect((await runCurl(...through, "http://a.test/x")).out).toContain("GET a.test /x");
    const other = await runCurl(...through, "-H", "Host: b.test", "http://a.test/x");
    expect(other.out).toContain(
      "Blocked by policy: the connection is for a.test, but the request is for b.test",
    );
  });
});

describe("interception", () => {
  test("each request is decided by its complete URL", async () => {
    const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
    const origin = await listen(createHttps(theirs.issue("a.test"), echo));
    const { url, log } = await runProxy({
      urls: ["https://a.test/ok/*"],
      issue: ours.issue,
      upstreamRoots: [theirs.cert],
      resolves: [resolveTo("a.test", 443, origin)],
    });
    const through = ["--proxy", url, "--cacert", ours.file, "--http1.1"];
    const good = await runCurl(...through, "https://a.test/ok/1", "https://a.test/ok/2");
    expect(good.out).toContain("GET a.test /ok/1");
    expect(good.out).toContain("GET a.test /ok/2");
    const bad = await runCurl(...through, "https://a.test/no");
    expect(bad.out).toContain("Blocked by policy: nothing covers https://a.test/no.");
    const meant = await runCurl(...through, "-H", "X-Rewrite-URL: /no", "https://a.test/ok/3");
    expect(meant.out).toContain(
      "Blocked by policy: header x-rewrite-url: nothing covers https://a.test/no.",
    );
    expect(log.map(({ target, status }) => `${target} ${status}`)).toEqual([
      "/ok/1 200",
      "/ok/2 200",
      "/no 403",
      "/ok/3 403",
    ]);
  });

  test("an origin with an untrusted certificate is rejected", async () => {
    const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
    const origin = await listen(createHttps(theirs.issue("a.test"), echo));
    const { url, log } = await runProxy({
      hosts: ["a.test"],
      issue: ours.issue,
      resolves: [resolveTo("a.test", 443, origin)],
    });
    const run = await runCurl(
      "--proxy",
      url,
      "--cacert",
      ours.file,
      "--http1.1",
      "https://a.test/",
    );
    expect(run.out).toContain("the issuer of the origin's certificate is unknown");
    expect(log[0]).toMatchObject({ status: 502 });
  });
});
