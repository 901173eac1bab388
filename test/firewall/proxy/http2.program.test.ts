import { connect, constants, createSecureServer, type ServerHttp2Stream } from "node:http2";
import type { IncomingHttpHeaders } from "node:http2";
import { EventEmitter, once } from "node:events";
import { createServer as createHttps } from "node:https";
import { createServer as createTcp } from "node:net";
import { createServer as createTls } from "node:tls";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { speakFrames } from "./http2-frames.ts";
import { openTunnel } from "./open-tunnel.ts";
import { listen, resolveTo, runProxy } from "./rig.ts";
import { runCurl } from "./run-curl.ts";
import { makeCa } from "./test-ca.ts";

/** Starts an HTTP/2 origin, an intercepting proxy, and a session through it. */
async function openSession(
  answer: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void,
  urls = ["https://a.test/*"],
) {
  const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
  const server = createSecureServer(theirs.issue("a.test"));
  server.on("stream", (stream, headers) => {
    stream.on("error", () => {});
    answer(stream, headers);
  });
  const origin = await listen(server);
  const { port, log, logged } = await runProxy({
    urls,
    issue: ours.issue,
    upstreamRoots: [theirs.cert],
    resolves: [resolveTo("a.test", 443, origin)],
  });
  const socket = await openTunnel(port, "a.test:443", { ca: ours.cert, protocols: ["h2"] });
  const session = connect("https://a.test", { createConnection: () => socket });
  onTestFinished(() => session.destroy());
  return { session, log, logged };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += chunk.toString();
  return text;
}

describe("HTTP/2", () => {
  test("is used between curl and the proxy, and between the proxy and an origin that supports it", async () => {
    const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
    const server = createSecureServer(theirs.issue("a.test"));
    server.on("stream", (stream, headers) => {
      stream.respond({ ":status": 200, "alt-svc": 'h3=":443"' });
      stream.end(`${headers[":authority"]} ${headers[":path"]}`);
    });
    const origin = await listen(server);
    const { url, logged } = await runProxy({
      urls: ["https://a.test/ok"],
      issue: ours.issue,
      upstreamRoots: [theirs.cert],
      resolves: [resolveTo("a.test", 443, origin)],
    });
    const through = ["--proxy", url, "--cacert", ours.file, "--http2", "-i"];
    const good = await runCurl(...through, "https://a.test/ok");
    expect(good.out).toMatch(/HTTP\/2 200[^]*a\.test \/ok$/);
    expect(good.out).not.toMatch(/alt-svc/);
    const bad = await runCurl(...through, "https://a.test/no");
    expect(bad.out).toMatch(/HTTP\/2 403[^]*nothing covers/);
    expect(await logged(({ status }) => status === 200)).toMatchObject({ protocol: "h2" });
  });

  test("a header that overrides the path is checked like the path itself", async () => {
    const { session } = await openSession(
      (stream) => stream.respond({}, { endStream: true }),
      ["https://a.test/ok"],
    );
    const stream = session.request({ ":path": "/ok", "x-original-url": "/no" });
    const [headers] = await once(stream, "response");
    expect(headers).toMatchObject({ ":status": 403 });
  });

  test("an origin that speaks only HTTP/1.1 gets requests in HTTP/1.1", async () => {
    const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
    const server = createHttps(theirs.issue("a.test"), (request, response) => {
      response.setHeader("set-cookie", ["a=1", "b=2"]);
      // For example, both a server and its application set this header.
      response.setHeader("x-content-type-options", ["nosniff", "nosniff"]);
      request.pipe(response);
    });
    const origin = await listen(server);
    const { url } = await runProxy({
      hosts: ["a.test"],
      issue: ours.issue,
      upstreamRoots: [theirs.cert],
      resolves: [resolveTo("a.test", 443, origin)],
    });
    const through = ["--proxy", url, "--cacert", ours.file, "--http2", "-i"];
    const run = await runCurl(...through, "https://a.test/", "-d", "hello");
    expect(run.out).toMatch(/HTTP\/2 200[^]*set-cookie: a=1\r\nset-cookie: b=2[^]*hello$/);
  });

  test("a stream that is aborted while its origin connects is logged, and not sent", async () => {
    const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
    const server = createSecureServer(theirs.issue("a.test"));
    let count = 0;
    server.on("stream", (stream) => {
      count += 1;
      stream.respond({}, { endStream: true });
    });
    const listening = createTcp();
    const connected = once(listening, "connection");
    const origin = await listen(listening);
    const { port, log, logged } = await runProxy({
      hosts: ["a.test"],
      issue: ours.issue,
      upstreamRoots: [theirs.cert],
      resolves: [resolveTo("a.test", 443, origin)],
    });
    const socket = await openTunnel(port, "a.test:443", { ca: ours.cert, protocols: ["h2"] });
    const session = connect("https://a.test", { createConnection: () => socket });
    onTestFinished(() => session.destroy());
    const stream = session.request({ ":path": "/aborted" });
    const [held] = await connected;
    stream.close(constants.NGHTTP2_CANCEL);
    // The proxy answers the ping after it has read the end of the stream.
    await promisify((done: (error: Error | null) => void) => session.ping(done))();
    // Only now, the origin completes the connection.
    server.emit("connection", held);
    const second = session.request({ ":path": "/second" });
    await once(second.resume(), "close");
    await logged(({ target }) => target === "/second");
    expect(log).toMatchObject([{ target: "/aborted", failure: "the stream was aborted" }, {}]);
    expect(count).toBe(1);
  });

  test("a bidirectional stream ends with its trailers", async () => {
    const { session } = await openSession((stream) => {
      stream.respond({ ":status": 200 }, { waitForTrailers: true });
      stream.on("data", (chunk: Buffer) => stream.write(`<${chunk.toString()}>`));
      stream.on("end", () => stream.end());
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    });
    const call = session.request({ ":method": "POST", ":path": "/x", te: "trailers" });
    let trailers: IncomingHttpHeaders = {};
    call.on("trailers", (headers: IncomingHttpHeaders) => (trailers = headers));
    call.write("1");
    const [first] = await once(call, "data");
    expect(String(first)).toBe("<1>");
    call.end("2");
    expect(await readAll(call)).toBe("<2>");
    expect(trailers["grpc-status"]).toBe("0");
  });

  test.each([
    [
      "a request with another :authority",
      { ":authority": "b.test" },
      "Blocked by policy: the connection is for a.test, but the request is for b.test.",
    ],
    [
      "a request with another port",
      { ":authority": "a.test:444" },
      "Blocked by policy: the connection is for a.test, but the request is for a.test:444.",
    ],
    [
      "a request with a Host header that differs from :authority",
      { host: "b.test" },
      "Blocked by policy: the connection is for a.test, but the request is for b.test.",
    ],
    ["a request with the scheme http", { ":scheme": "http" }, ":scheme is not https"],
  ])("%s is refused", async (_name, headers, explanation) => {
    const { session, log } = await openSession((stream) => {
      stream.respond({ ":status": 200 });
      stream.end("reached");
    });
    const call = session.request({ ":path": "/x", ...headers });
    expect(await readAll(call)).toContain(explanation);
    expect(log.map(({ decision }) => decision.allowed)).toEqual([false]);
  });

  test("a stream that the client resets is reset at the origin", async () => {
    const origin = new EventEmitter();
    const { session, logged } = await openSession((stream) => {
      stream.respond({ ":status": 200 });
      stream.write("first");
      stream.on("close", () => origin.emit("broken", stream.rstCode));
    });
    const broken = once(origin, "broken");
    const call = session.request({ ":path": "/x" });
    call.on("error", () => {});
    await once(call, "data");
    call.close(8);
    expect(await broken).toEqual([8]);
    expect(await logged(() => true)).toMatchObject({ failure: "the stream was aborted" });
  });

  test("a stream that the origin resets is reset at the client", async () => {
    const { session } = await openSession((stream) => {
      stream.respond({ ":status": 200 });
      stream.write("first", () => stream.destroy(new Error("on purpose")));
    });
    const call = session.request({ ":path": "/x" });
    await expect(readAll(call)).rejects.toThrow("NGHTTP2_INTERNAL_ERROR");
  });

  test("a denial arrives while the body is still being sent, and does not affect other streams", async () => {
    const { session } = await openSession(
      (stream) => {
        stream.respond({ ":status": 200 });
        stream.end("reached");
      },
      ["https://a.test/ok"],
    );
    const denied = session.request({ ":method": "POST", ":path": "/no" });
    denied.write("x".repeat(1000));
    expect(await readAll(denied)).toContain("Blocked by policy");
    expect(await readAll(session.request({ ":path": "/ok" }))).toBe("reached");
  });
});

describe("an origin that violates the protocol", () => {
  test.each(["101", "199", "600", "abc"])(
    "with the status %s affects only its own stream",
    async (status) => {
      const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
      const statuses = [status, "200"];
      const server = createTls({ ...theirs.issue("a.test"), ALPNProtocols: ["h2"] }, (socket) => {
        const write = speakFrames(socket, {
          onHeaders: (stream) => write.headers(stream, statuses.shift() ?? "200", { isLast: true }),
        });
      });
      const origin = await listen(server);
      const { port } = await runProxy({
        hosts: ["a.test"],
        issue: ours.issue,
        upstreamRoots: [theirs.cert],
        resolves: [resolveTo("a.test", 443, origin)],
      });
      const socket = await openTunnel(port, "a.test:443", { ca: ours.cert, protocols: ["h2"] });
      const session = connect("https://a.test", { createConnection: () => socket });
      onTestFinished(() => session.destroy());
      const bad = session.request({ ":path": "/bad" });
      bad.on("error", () => {});
      await once(bad.resume(), "close");
      const good = session.request({ ":path": "/good" });
      expect((await once(good, "response"))[0]).toMatchObject({ ":status": 200 });
    },
  );
});
