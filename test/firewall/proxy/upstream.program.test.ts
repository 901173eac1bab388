import {
  createServer as createHttp,
  type RequestListener,
  type Server as HttpServer,
} from "node:http";
import { createServer as createHttps } from "node:https";
import { connect, createServer as createTcp } from "node:net";
import { describe, expect, test } from "vitest";
import { fakePolicy } from "./fake-policy.ts";
import { listen, resolveTo, runProxy, type RigOptions } from "./rig.ts";
import { runCurl } from "./run-curl.ts";
import { makeCa, type TestCa } from "./test-ca.ts";

const echo: RequestListener = (request, response) => void response.end(`reached ${request.url}`);

/**
 * Runs the proxy of the operator's network. It requires a password, and connects every request to
 * one origin.
 */
async function runParent(origin: number, server: HttpServer = createHttp()) {
  const asked: unknown[] = [];
  server.on("connect", (request, socket, head: Buffer) => {
    const { "proxy-authorization": authorization, host } = request.headers;
    asked.push({ url: request.url, host, authorization });
    if (authorization !== `Basic ${Buffer.from("user:p@ss").toString("base64")}`) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    const onward = connect(origin, "127.0.0.1");
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    onward.write(head);
    onward.pipe(socket).pipe(onward);
  });
  return { port: await listen(server), asked };
}

describe("the operator's upstream proxy", () => {
  test.each([
    ["without interception", false],
    ["intercepted", true],
  ])("receives outgoing requests %s, with its password", async (_name, isIntercepted) => {
    const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
    const origin = await listen(createHttps(theirs.issue("a.test"), echo));
    const parent = await runParent(origin);
    const { url, log } = await runProxy({
      hosts: ["a.test"],
      upstreamRoots: [theirs.cert],
      upstreamProxy: new URL(`http://user:p%40ss@127.0.0.1:${parent.port}`),
      ...(isIntercepted ? { issue: ours.issue } : {}),
    });
    const ca = isIntercepted ? ours : theirs;
    const run = await runCurl("--proxy", url, "--cacert", ca.file, "https://a.test/x");
    expect(run.out).toBe("reached /x");
    expect(parent.asked[0]).toMatchObject({ url: "a.test:443", host: "a.test:443" });
    expect(JSON.stringify(log)).not.toMatch(/p@ss|p%40ss|Basic/);
  });

  test("is reported as the cause if it cannot be reached", async () => {
    const upstreamProxy = new URL("http://127.0.0.1:1");
    const { url, log } = await runProxy({ hosts: ["a.test"], upstreamProxy });
    const run = await runCurl("--proxy", url, "http://a.test/x");
    const failure = "the upstream proxy refused the connection";
    expect(run.out).toContain(failure);
    expect(log).toMatchObject([{ status: 502, failure }]);
  });

  test("is verified with the same roots as origins", async () => {
    const ca = makeCa("company");
    const parent = await runParent(
      await listen(createHttp(echo)),
      createHttps(ca.issue("localhost")),
    );
    const upstreamProxy = new URL(`https://user:p%40ss@localhost:${parent.port}`);
    const ask = async (options: RigOptions) => {
      const { url } = await runProxy({ hosts: ["a.test"], upstreamProxy, ...options });
      return (await runCurl("--proxy", url, "http://a.test/x")).out;
    };
    expect(await ask({ upstreamRoots: [ca.cert] })).toBe("reached /x");
    expect(await ask({})).toContain("the issuer of the upstream proxy's certificate is unknown");
  });

  test("is reported as the cause if it rejects a request", async () => {
    const parent = await runParent(1);
    const { url } = await runProxy({
      hosts: ["a.test"],
      upstreamProxy: new URL(`http://127.0.0.1:${parent.port}`),
    });
    const run = await runCurl("--proxy", url, "http://a.test/x");
    expect(run.out).toContain("the upstream proxy responded with 407");
  });

  /** Runs an upstream proxy that answers each CONNECT with the given bytes. */
  async function runAnswering(answer: string, origin: number) {
    const server = createTcp((socket) => {
      socket.on("error", () => socket.destroy());
      socket.once("data", () => {
        const onward = connect(origin, "127.0.0.1");
        onward.on("error", () => socket.destroy());
        socket.write(answer);
        onward.pipe(socket).pipe(onward);
      });
    });
    return new URL(`http://127.0.0.1:${await listen(server)}`);
  }

  test.each([
    "HTTP/1.1 200 Connection established\r\n\r\n",
    "HTTP/1.0 200 OK\r\n\r\n",
    "HTTP/1.1 201 Created\r\n\r\n",
    "HTTP/1.1 204 No Content\r\n\r\n",
    "HTTP/1.1 299 Fine\r\nContent-Length: 5\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
  ])("opens a tunnel with %j", async (answer) => {
    const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
    const origin = await listen(createHttps(theirs.issue("a.test"), echo));
    const upstreamProxy = await runAnswering(answer, origin);
    const trust = { upstreamRoots: [theirs.cert], upstreamProxy };
    for (const [options, ca] of [
      [{}, theirs],
      [{ issue: ours.issue }, ours],
    ] as const) {
      const { url } = await runProxy({ hosts: ["a.test"], ...trust, ...options });
      const run = await runCurl("--proxy", url, "--cacert", ca.file, "https://a.test/x");
      expect(run.out).toBe("reached /x");
    }
  });

  test.each([100, 101, 103, 301, 302, 400, 403, 407, 429, 500, 502, 503])(
    "does not open a tunnel with the status %i, and the status is reported",
    async (status) => {
      const location = "Location: http://b.test/\r\nContent-Length: 0\r\n";
      const answer = `HTTP/1.1 ${status} Status\r\n${location}\r\n`;
      const upstreamProxy = await runAnswering(answer, await listen(createHttp(echo)));
      const { url, log } = await runProxy({ hosts: ["a.test"], upstreamProxy });
      const run = await runCurl("--proxy", url, "-w", "%{http_code}", "http://a.test/x");
      expect(run.out).toMatch(new RegExp(`the upstream proxy responded with ${status}.*502$`, "s"));
      expect(log).toMatchObject([{ status: 502, failure: expect.stringContaining(`${status}`) }]);
    },
  );

  test("is not used for an address of this machine", async () => {
    const parent = await runParent(1);
    const { url, log } = await runProxy({
      urls: ["http://127.0.0.2/x*"],
      upstreamProxy: new URL(`http://user:p%40ss@127.0.0.1:${parent.port}`),
      policy: {
        ...fakePolicy({}),
        decideConnection: () => allowed,
        decideRequest: () => allowed,
      },
    });
    const run = await runCurl("--proxy", url, "http://127.0.0.2/x");
    expect(run.out).toContain("127.0.0.2 is loopback");
    expect(parent.asked).toEqual([]);
    expect(log).toMatchObject([{ decision: { reason: "forbidden-address" } }]);
  });
});

const allowed = {
  allowed: true,
  explanation: "everything is",
  rule: { id: "test", text: "https://*.test/**" },
} as const;

describe("an origin's certificate", () => {
  async function ask(make: (ca: TestCa) => { key: string; cert: string }, more: RigOptions = {}) {
    const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
    const origin = await listen(createHttps(make(theirs), echo));
    const { url, log } = await runProxy({
      hosts: ["a.test"],
      issue: ours.issue,
      upstreamRoots: [theirs.cert],
      resolves: [resolveTo("a.test", 443, origin)],
      ...more,
    });
    const through = ["--proxy", url, "--cacert", ours.file];
    const [one, two] = ["--http1.1", "--http2"].map((version) =>
      runCurl(...through, version, "https://a.test/"),
    );
    return { bodies: [(await one)?.out, (await two)?.out], log };
  }

  test.each([
    ["for another name", (ca: TestCa) => ca.issue("b.test"), "is for another name"],
    ["from an untrusted CA", () => makeCa("x").issue("a.test"), "the issuer"],
    ["that has expired", (ca: TestCa) => ca.issue("a.test", { days: -1 }), "has expired"],
  ])(
    "%s is rejected over HTTP/1.1 and HTTP/2, and the response contains the reason",
    async (_name, make, why) => {
      const { bodies, log } = await ask(make);
      expect(bodies).toEqual([expect.stringContaining(why), expect.stringContaining(why)]);
      expect(log.map(({ status }) => status)).toEqual([502, 502]);
    },
  );

  test("can be for an IP address, if a rule names the address", async () => {
    const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
    const origin = await listen(createHttps(theirs.issue("127.0.0.1"), echo));
    const { url } = await runProxy({
      hosts: ["127.0.0.1"],
      issue: ours.issue,
      upstreamRoots: [theirs.cert],
    });
    const through = ["--proxy", url, "--cacert", ours.file, "--noproxy", ""];
    const run = await runCurl(...through, `https://127.0.0.1:${origin}/x`);
    expect(run.out).toBe("reached /x");
  });
});
