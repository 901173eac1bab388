import { once } from "node:events";
import { createServer as createHttps } from "node:https";
import { createServer } from "node:net";
import { connect as connectTls } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import { openConnect, openSocket, openTunnel, readToEnd } from "./open-tunnel.ts";
import { listen, resolveTo, runProxy } from "./rig.ts";
import { makeCa } from "./test-ca.ts";

async function ask(authority: string, more = "") {
  const { port, log } = await runProxy({ hosts: ["a.test", "127.0.0.1", "::1", "10.0.0.1"] });
  const socket = await openSocket(port);
  socket.end(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${more}\r\n`);
  return { answer: await readToEnd(socket), log };
}

describe("a CONNECT request is refused for", () => {
  test.each([
    "a.test",
    "a.test:",
    "a.test:0",
    "a.test:65536",
    "a.test:443x",
    "a.test:0443",
    "user@a.test:443",
    "user:pass@a.test:443",
    "a.test:443:443",
    "a..test:443",
    ".a.test:443",
    "a.test..:443",
    "http://a.test:443",
    "127.1:443",
    "127.0.0.01:443",
    "0x7f.0.0.1:443",
    "0x7f000001:443",
    "2130706433:443",
    "017700000001:443",
    "[::1%lo]:443",
    "[::1%25lo]:443",
    "::1:443",
    "[127.0.0.1]:443",
    "a.test%00.b.test:443",
    "a.test#b.test:443",
    "ａ.test:443",
  ])("%s, which is invalid or ambiguous as host and port", async (authority) => {
    const { answer, log } = await ask(authority);
    expect(answer).toMatch(/^HTTP\/1\.1 40[03] |^$/);
    expect(log.every(({ decision }) => !decision.allowed)).toBe(true);
  });

  test.each(["b.test:443", "b.test:22", "[2001:db8::1]:443", "A.test.b.test:443"])(
    "%s, which no rule covers",
    async (authority) => {
      const { answer } = await ask(authority);
      expect(answer).toMatch(/^HTTP\/1\.1 403 [^]*x-gatehouse-denied: no-rule/i);
    },
  );

  test("a Host header that differs from its target", async () => {
    const { port } = await runProxy({ hosts: ["a.test", "b.test"] });
    const socket = await openSocket(port);
    socket.end("CONNECT a.test:443 HTTP/1.1\r\nHost: b.test:443\r\n\r\n");
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 403 [^]*name-mismatch/);
  });

  test("two Host headers", async () => {
    const { answer } = await ask("a.test:443", "Host: b.test:443\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 40/);
  });
});

describe("the server name of a tunnel", () => {
  async function openOrigin(isIntercepted: boolean) {
    const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
    let reached = 0;
    const server = createHttps(theirs.issue("a.test"), (_request, response) => {
      response.end("reached");
    });
    server.on("connection", () => (reached += 1));
    const origin = await listen(server);
    const running = await runProxy({
      hosts: ["a.test", "b.test"],
      upstreamRoots: [theirs.cert],
      ...(isIntercepted ? { issue: ours.issue } : {}),
      resolves: [resolveTo("a.test", 443, origin), resolveTo("b.test", 443, origin)],
    });
    return { ...running, ca: isIntercepted ? ours : theirs, reached: () => reached };
  }

  describe.each([
    ["without interception", false],
    ["intercepted", true],
  ])("%s", (_name, isIntercepted) => {
    test.each([
      ["the name of another allowed host", "b.test", "its TLS hello names b.test"],
      [
        "missing",
        "",
        "the connection is for a.test, but its TLS hello does not have a server name",
      ],
      ["a subdomain of the host", "x.a.test", "its TLS hello names x.a.test"],
    ])("is refused if it is %s", async (_kind, serverName, explanation) => {
      const { port, ca, log } = await openOrigin(isIntercepted);
      const opening = openTunnel(port, "a.test:443", { ca: ca.cert, serverName });
      await expect(opening).rejects.toThrow(/alert|unrecognized/i);
      expect(log).toMatchObject([{ decision: { reason: "name-mismatch" } }]);
      expect(log[0]?.decision.explanation).toContain(explanation);
    });

    test("can be in capital letters", async () => {
      const { port, ca } = await openOrigin(isIntercepted);
      const socket = await openTunnel(port, "a.test:443", { ca: ca.cert, serverName: "A.Test" });
      socket.write("GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n");
      expect(await readToEnd(socket)).toContain("reached");
    });

    test("is read from a ClientHello that arrives byte by byte", async () => {
      const { port, ca } = await openOrigin(isIntercepted);
      const outer = await openConnect(port, "a.test:443");
      const relay = createServer((inner) => {
        inner.on("data", (chunk: Buffer) => {
          outer.setNoDelay(true);
          for (const byte of chunk) outer.write(Buffer.of(byte));
        });
        outer.pipe(inner);
      });
      const socket = connectTls({
        port: await listen(relay),
        host: "127.0.0.1",
        servername: "a.test",
        ca: ca.cert,
      });
      onTestFinished(() => void socket.destroy());
      await once(socket, "secureConnect");
      socket.write("GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n");
      expect(await readToEnd(socket)).toContain("reached");
    });
  });

  test("an intercepted request cannot name another host than its tunnel", async () => {
    const { port, ca, log, reached } = await openOrigin(true);
    const socket = await openTunnel(port, "a.test:443", { ca: ca.cert });
    socket.write("GET / HTTP/1.1\r\nHost: b.test\r\nConnection: close\r\n\r\n");
    expect(await readToEnd(socket)).toContain(
      "Blocked by policy: the connection is for a.test, but the request is for b.test.",
    );
    expect(reached()).toBe(0);
    expect(log).toMatchObject([{ decision: { reason: "name-mismatch" } }]);
  });

  test("a client that does not trust the session CA is logged as such", async () => {
    const { port, logged } = await openOrigin(true);
    const socket = await openConnect(port, "a.test:443");
    const secured = connectTls({ socket, servername: "a.test", ca: makeCa("another").cert });
    secured.on("error", () => {});
    const entry = await logged(() => true);
    expect(entry.failure).toMatch(/does not trust|aborted the TLS handshake/);
  });
});

describe("addresses", () => {
  test.each(["127.0.0.1:443", "[::1]:443", "10.0.0.1:443"])(
    "%s is dialed if a rule names it",
    async (authority) => {
      const { answer, log } = await ask(authority);
      // Whether or not a server listens there, the guard let the address pass.
      expect(answer).not.toContain("forbidden-address");
      expect(log.every(({ decision }) => decision.allowed)).toBe(true);
    },
  );

  test("a name that resolves to this machine is not dialed", async () => {
    const { port, log } = await runProxy({ hosts: ["localhost"] });
    const socket = await openSocket(port);
    socket.end("CONNECT localhost:443 HTTP/1.1\r\nHost: localhost:443\r\n\r\n");
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 403 [^]*forbidden-address/i);
    expect(log).toMatchObject([{ decision: { allowed: false, reason: "forbidden-address" } }]);
  });

  test("a name that cannot be resolved is reported as unknown", async () => {
    const { port, log } = await runProxy({ hosts: ["nowhere.invalid"] });
    const socket = await openSocket(port);
    socket.end("CONNECT nowhere.invalid:443 HTTP/1.1\r\nHost: nowhere.invalid:443\r\n\r\n");
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 502 /);
    expect(log[0]?.failure).toMatch(/name/);
  });
});
