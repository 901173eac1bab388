import { once } from "node:events";
import { createServer as createHttps } from "node:https";
import { request as requestHttp } from "node:http";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { openMeter, openPool } from "../budget/meter-rig.ts";
import { runLimited } from "./budget-origin.ts";
import { openConnect, openTunnel, readToEnd } from "./open-tunnel.ts";
import { listen, resolveTo, runProxy } from "./rig.ts";
import { runCurl } from "./run-curl.ts";
import { makeCa } from "./test-ca.ts";

const headers = { host: "a.test" };

/** Sends a request in a session, and returns the status and the body. */
async function ask(
  session: Awaited<ReturnType<Awaited<ReturnType<typeof runLimited>>["openH2"]>>,
  body?: string,
) {
  const method = body === undefined ? "GET" : "POST";
  const stream = session.request({ ":path": "/", ":method": method, accept: "application/json" });
  stream.on("error", () => {});
  const answered = new Promise<number>((resolve) => {
    stream.once("response", ({ ":status": status = 0 }) => resolve(status));
    stream.once("close", () => resolve(0));
  });
  if (body === undefined) stream.end();
  else stream.write(body);
  let text = "";
  stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const status = await answered;
  if (body !== undefined && status === 0) return { status, text };
  if (!stream.closed) await once(stream, "close");
  return { status, text };
}

describe("a budget of requests", () => {
  test("denies the next request with its reason, over HTTP and HTTPS", async () => {
    const { curl, counts, log } = await runLimited("{ requests: 2 }");
    expect((await curl("http://a.test/1")).out).toBe("ok");
    expect((await curl("https://a.test/2")).out).toBe("ok");
    const denied = await curl("-i", "https://a.test/3");
    expect(denied.out).toContain("403");
    expect(denied.out).toContain("x-gatehouse-denied: budget");
    expect(denied.out).toContain("the budget of this run is spent: 2 of 2 requests.");
    expect(denied.out).toContain("Do not retry");
    expect(counts.requests).toBe(2);
    expect(log.at(-1)).toMatchObject({
      status: 403,
      decision: { allowed: false, reason: "budget" },
    });
  });

  test("of zero denies every request, and a request that rules deny does not count", async () => {
    const none = await runLimited("{ requests: 0 }");
    expect((await none.curl("https://a.test/")).out).toContain("0 of 0 requests");
    const one = await runLimited("{ requests: 1 }");
    await one.curl("http://denied.test/");
    expect((await one.curl("http://a.test/")).out).toBe("ok");
  });

  test("allows exactly the rest of two hundred requests at the same time", async () => {
    const { port, counts } = await runLimited("{ requests: 37 }");
    const send = () =>
      new Promise<number>((resolve, reject) => {
        const sent = requestHttp(
          { port, path: "http://a.test/", headers, agent: false },
          (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          },
        );
        sent.on("error", reject).end();
      });
    const statuses = await Promise.all(Array.from({ length: 200 }, send));
    expect(statuses.filter((status) => status === 200)).toHaveLength(37);
    expect(statuses.filter((status) => status === 403)).toHaveLength(163);
    expect(counts.requests).toBe(37);
  });

  test("allows exactly the rest of two hundred HTTP/2 streams", async () => {
    const { openH2, counts } = await runLimited("{ requests: 37 }");
    const session = await openH2();
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(session)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(37);
    expect(answers.filter(({ text }) => text.includes('"reason":"budget"'))).toHaveLength(163);
    expect(counts.streams).toBe(37);
  });

  test("counts a connection that is not intercepted as one request", async () => {
    const { port, theirs, log } = await runLimited("{ requests: 1 }", { splice: "a.test" });
    const socket = await openTunnel(port, "a.test:443", { ca: theirs.cert });
    socket.write("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n");
    await once(socket, "data");
    await expect(openConnect(port, "a.test:443")).rejects.toThrow("1 of 1 requests");
    expect(log.at(-1)).toMatchObject({ kind: "connection", decision: { reason: "budget" } });
  });

  test("limits some requests with an entry, whose path can be written in any way", async () => {
    const text = "{ for: [{ url: 'https://a.test/in/**', methods: [POST], requests: 1 }] }";
    const { curl, counts } = await runLimited(text);
    const post = (path: string, ...more: readonly string[]) =>
      curl("--path-as-is", "-d", "x", ...more, `https://a.test${path}`);
    expect((await post("/in/1")).out).toBe("ok");
    expect((await post("/out")).out).toBe("ok");
    expect((await curl("https://a.test/in/1")).out).toBe("ok");
    const seen = counts.requests;
    const tries = [
      post("/in/2"),
      post("/i%6e/2"),
      post("/in;x/2"),
      curl("-d", "x", "http://a.test/in/2"),
      curl("-H", "X-HTTP-Method-Override: POST", "https://a.test/in/2"),
      curl("-H", "X-Original-URL: /in/2", "-d", "x", "https://a.test/out"),
    ];
    for (const { out } of await Promise.all(tries))
      expect(out).toContain("1 of 1 requests for POST https://a.test/in/**");
    expect(counts.requests).toBe(seen);
  });
});

describe("a budget of uploads", () => {
  const kilobyte = "x".repeat(1024);

  test("cuts an upload at the limit, and answers with the denial", async () => {
    const { curl, counts, log } = await runLimited("{ upload: 100kB }");
    const bytes = ["--data-binary", kilobyte.repeat(90)];
    expect((await curl(...bytes, "https://a.test/")).out).toBe("ok");
    const cut = await curl(...bytes, "-H", "Expect:", "https://a.test/");
    expect(cut.out).toContain("of 100 KB upload");
    expect(counts.bytes()).toBeLessThanOrEqual(100 * 1024);
    expect(log.at(-1)).toMatchObject({ decision: { reason: "budget" } });
    expect((await curl("https://a.test/")).out).toBe("ok");
  });

  test("counts chunked bodies and slow uploads while they are sent", async () => {
    const { port, counts, log } = await runLimited("{ upload: 2kB }");
    const sent = requestHttp({ port, path: "http://a.test/", method: "POST", headers });
    sent.on("error", () => {});
    const answered = once(sent, "response");
    for (let part = 0; part < 3; part += 1) {
      await new Promise((resolve) => sent.write(kilobyte, resolve));
    }
    const [response] = (await answered) as [{ statusCode?: number }];
    expect(response.statusCode).toBe(403);
    expect(log.at(-1)).toMatchObject({ decision: { reason: "budget" } });
    expect(counts.bytes()).toBeLessThanOrEqual(2048);
  });

  test("cuts a stream of HTTP/2, and the other streams go on", async () => {
    const { openH2, counts } = await runLimited("{ upload: 100kB }");
    const session = await openH2();
    const { status, text } = await ask(session, kilobyte.repeat(101));
    expect(status).toBe(403);
    expect(text).toContain("100 KB upload");
    expect(counts.bytes()).toBeLessThanOrEqual(100 * 1024);
    expect((await ask(session)).status).toBe(200);
  });

  test("closes a WebSocket at the limit", async () => {
    const { port, ca, counts, logged } = await runLimited("{ upload: 10kB }");
    const socket = await openTunnel(port, "a.test:443", { ca: ca.cert });
    const opened = new WebSocket("wss://a.test/", { createConnection: () => socket });
    opened.on("error", () => {});
    await once(opened, "open");
    opened.send(kilobyte);
    await once(opened, "message");
    opened.send(kilobyte.repeat(10));
    await once(opened, "close");
    expect(counts.bytes()).toBe(1024);
    await logged(({ decision }) => !decision.allowed && decision.reason === "budget");
  });

  test("closes a connection that is not intercepted at the limit", async () => {
    const { port, theirs, counts, logged } = await runLimited("{ upload: 20kB }", {
      splice: "a.test",
    });
    const socket = await openTunnel(port, "a.test:443", { ca: theirs.cert });
    const head = "POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 40960\r\n\r\n";
    socket.write(head + kilobyte.repeat(40));
    await readToEnd(socket);
    expect(counts.bytes()).toBeLessThanOrEqual(20 * 1024);
    await logged(({ decision }) => !decision.allowed && decision.reason === "budget");
  });
});

describe("a budget of minutes", () => {
  test("closes open connections at the limit, and denies later requests", async () => {
    const { port, ca, curl, pass } = await runLimited("{ minutes: 0.5 }");
    const socket = await openTunnel(port, "a.test:443", { ca: ca.cert });
    const opened = new WebSocket("wss://a.test/", { createConnection: () => socket });
    opened.on("error", () => {});
    await once(opened, "open");
    pass(29_000);
    expect((await curl("https://a.test/")).out).toBe("ok");
    const closed = once(opened, "close");
    pass(1000);
    await closed;
    expect((await curl("https://a.test/")).out).toContain("0.5 of 0.5 minutes");
  });
});

test("a request waits for a share of a shared budget, and the rest is returned", async () => {
  const { pool, used } = openPool();
  const { meter } = openMeter("{ requests: 8, shared: team }", pool);
  const ca = makeCa();
  const origin = await listen(createHttps(ca.issue("a.test"), (_, response) => response.end("ok")));
  const running = await runProxy({
    hosts: ["a.test"],
    issue: ca.issue,
    upstreamRoots: [ca.cert],
    budget: meter,
    resolves: [resolveTo("a.test", 443, origin)],
  });
  const through = ["--proxy", running.url, "--cacert", ca.file];
  expect((await runCurl(...through, "https://a.test/")).out).toBe("ok");
  expect(used()).toEqual({ requests: 2 });
  await meter.close();
  expect(used()).toEqual({ requests: 1 });
});
