import { once } from "node:events";
import { createServer as createHttp } from "node:http";
import { createServer as createHttps } from "node:https";
import { createServer, Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { openSocket, openTunnel, readToEnd } from "./open-tunnel.ts";
import { listen, resolveTo, runProxy } from "./rig.ts";
import { runCurl } from "./run-curl.ts";
import { makeCa } from "./test-ca.ts";

async function runOrigin() {
  const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
  const server = createHttps(theirs.issue("a.test"), (_request, response) => {
    response.writeHead(401).end("log in first");
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) => {
    if (request.url !== "/ok") {
      socket.end("HTTP/1.1 401 Unauthorized\r\nContent-Length: 12\r\nX-Why: a\r\n\r\nlog in first");
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on("message", (data: Buffer) => opened.send(`echo ${data.toString()}`));
    });
  });
  const origin = await listen(server);
  const running = await runProxy({
    urls: ["https://a.test/ok", "https://a.test/closed"],
    issue: ours.issue,
    upstreamRoots: [theirs.cert],
    resolves: [resolveTo("a.test", 443, origin)],
  });
  const open = async (path: string) => {
    const socket = await openTunnel(running.port, "a.test:443", { ca: ours.cert });
    const opened = new WebSocket(`wss://a.test${path}`, { createConnection: () => socket });
    onTestFinished(() => opened.terminate());
    return opened;
  };
  return { ...running, open };
}

describe("a WebSocket over TLS", () => {
  test("is decided by the URL of its handshake, and then forwarded in both directions", async () => {
    const { open, logged } = await runOrigin();
    const socket = await open("/ok");
    await once(socket, "open");
    socket.send("hello");
    const [answer] = await once(socket, "message");
    expect(String(answer)).toBe("echo hello");
    socket.close(4000);
    expect((await once(socket, "close"))[0]).toBe(4000);
    expect(await logged(() => true)).toMatchObject({
      protocol: "websocket",
      target: "/ok",
      status: 101,
    });
  });

  test("is refused with a reason if its URL is denied", async () => {
    const { open, log } = await runOrigin();
    const socket = await open("/no");
    socket.on("error", () => {});
    const [, answer] = await once(socket, "unexpected-response");
    expect(answer).toMatchObject({ statusCode: 403 });
    expect(log).toMatchObject([{ status: 403, decision: { reason: "no-pattern" } }]);
  });

  test("gets the origin's own response if the origin rejects the handshake", async () => {
    const { open } = await runOrigin();
    const socket = await open("/closed");
    socket.on("error", () => {});
    const [, answer] = await once(socket, "unexpected-response");
    expect(answer).toMatchObject({ statusCode: 401, headers: { "x-why": "a" } });
  });
});

describe("a WebSocket handshake", () => {
  /** Starts an origin that accepts connections and never answers. */
  async function openSilent(headersTimeoutMs?: number) {
    const server = createServer();
    const connected = once(server, "connection");
    const origin = await listen(server);
    const running = await runProxy({
      hosts: ["a.test"],
      resolves: [resolveTo("a.test", 80, origin)],
      ...(headersTimeoutMs !== undefined && { headersTimeoutMs }),
    });
    const socket = await openSocket(running.port);
    const ask = (more = "") =>
      socket.write(
        `GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`,
      );
    return { ...running, socket, ask, connected };
  }

  test.each(["end", "destroy"] as const)(
    "that the client gives up (%s) closes the origin's connection, and is logged",
    async (how) => {
      const { socket, ask, connected, logged } = await openSilent();
      ask();
      const [atOrigin] = await connected;
      if (!(atOrigin instanceof Socket)) throw new Error("no connection");
      const closed = once(atOrigin.resume(), "close");
      socket[how]();
      await closed;
      expect(await logged(() => true)).toMatchObject({ failure: "the client disconnected" });
    },
  );

  test("that the origin does not answer ends with 504", async () => {
    const { socket, ask, log } = await openSilent(50);
    ask();
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 504 /);
    expect(log).toMatchObject([{ status: 504, failure: "the origin did not respond in time" }]);
  });

  test("with a body is refused with a reason", async () => {
    const { socket, ask, log } = await openSilent();
    ask("Content-Length: 1\r\n");
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 403 [^]*has a body/);
    expect(log).toMatchObject([{ status: 403, decision: { reason: "ambiguous" } }]);
  });
});

describe("another upgrade", () => {
  test("to HTTP/2 without TLS is ignored: the request passes as HTTP/1.1, with its body", async () => {
    const seen: string[] = [];
    const server = createHttp((request, response) => {
      seen.push(String([request.headers.upgrade, request.headers["http2-settings"]]));
      request.pipe(response);
    });
    const origin = await listen(server);
    const { url } = await runProxy({
      hosts: ["a.test"],
      resolves: [resolveTo("a.test", 80, origin)],
    });
    const run = await runCurl("--proxy", url, "--http2", "http://a.test/x", "-d", "hello");
    expect(run.out).toBe("hello");
    expect(seen).toEqual([","]);
  });

  test("does not let a second request bypass the rules", async () => {
    const seen: string[] = [];
    const server = createHttp((request, response) => {
      seen.push(String(request.url));
      response.end();
    });
    const origin = await listen(server);
    const { port, log } = await runProxy({
      urls: ["http://a.test/ok"],
      resolves: [resolveTo("a.test", 80, origin)],
    });
    const socket = await openSocket(port);
    const upgrade = "Connection: Upgrade\r\nUpgrade: h2c, websocket\r\n";
    const second = "GET http://a.test/no HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n";
    socket.write(`GET http://a.test/ok HTTP/1.1\r\nHost: a.test\r\n${upgrade}\r\n${second}`);
    const answer = await readToEnd(socket);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 403"]);
    expect(seen).toEqual(["/ok"]);
    expect(log).toHaveLength(2);
  });
});
