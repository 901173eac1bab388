import { createServer as createHttps } from "node:https";
import { describe, expect, test } from "vitest";
import { statusText } from "../../../src/firewall/proxy/refusal/denial.ts";
import { openConnect, openSocket, openTunnel, readToEnd } from "./open-tunnel.ts";
import { listen, resolveTo, runProxy } from "./rig.ts";
import { makeCa } from "./test-ca.ts";

/** Runs an intercepting proxy with an origin that no rule allows. */
async function openDenied() {
  const ca = makeCa();
  let reached = 0;
  const origin = createHttps(ca.issue("b.test"), (_asked, answer) => answer.end("reached"));
  origin.on("connection", () => (reached += 1));
  const running = await runProxy({
    hosts: ["a.test"],
    issue: ca.issue,
    upstreamRoots: [ca.cert],
    resolves: [resolveTo("b.test", 443, await listen(origin))],
  });
  return { ...running, ca: ca.cert, reached: () => reached };
}

const denial = { kind: "connection", host: "b.test", port: 443, status: 403 };

describe("a denied tunnel, intercepted", () => {
  test.each([
    ["a request", "GET / HTTP/1.1\r\nHost: b.test\r\n\r\n"],
    ["a request for an allowed host", "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n"],
    ["a request for an allowed URL", "GET https://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n"],
    [
      "an upgrade",
      "GET / HTTP/1.1\r\nHost: b.test\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
    ],
    ["a CONNECT request", "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n"],
    [
      "an upload that waits",
      "POST / HTTP/1.1\r\nHost: b.test\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n",
    ],
  ])("answers %s with the reason, and is closed", async (_what, request) => {
    const { port, ca, log, reached } = await openDenied();
    const socket = await openTunnel(port, "b.test:443", { ca });
    socket.write(`${request}GET /second HTTP/1.1\r\nHost: b.test\r\n\r\n`);
    const answer = await readToEnd(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 403 Blocked by policy: no rule names b\.test\r\n/);
    expect(answer).toContain("\r\n\r\nBlocked by policy: no rule names b.test.\n");
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect([reached(), log]).toMatchObject([0, [denial]]);
  });

  test("answers an unencrypted request with the reason", async () => {
    const { port, log } = await openDenied();
    const socket = await openConnect(port, "b.test:443");
    socket.write("GET / HTTP/1.1\r\nHost: b.test\r\n\r\n");
    expect(await readToEnd(socket)).toContain("403 Blocked by policy: no rule names b.test");
    expect(log).toMatchObject([denial]);
  });

  test("is closed with an alert if its TLS hello names another host", async () => {
    const { port, ca, log, reached } = await openDenied();
    const opening = openTunnel(port, "b.test:443", { ca, serverName: "a.test" });
    await expect(opening).rejects.toThrow(/unrecognized/i);
    expect([reached(), log]).toMatchObject([0, [denial]]);
  });

  test.each([
    ["a client that does not trust the session CA", () => ({ ca: makeCa("other").cert })],
    ["a client that only speaks HTTP/2", () => ({ protocols: ["h2"] })],
  ])("is one denial for %s", async (_what, options) => {
    const { port, ca, log, reached } = await openDenied();
    await expect(openTunnel(port, "b.test:443", { ca, ...options() })).rejects.toThrow(/./);
    expect([reached(), log]).toMatchObject([0, [denial]]);
  });

  test("on a port on which clients may wait for the server, is refused before it opens", async () => {
    const { port, log } = await openDenied();
    const socket = await openSocket(port);
    socket.write("CONNECT b.test:22 HTTP/1.1\r\nHost: b.test:22\r\n\r\n");
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 403 Blocked by policy: no rule names b/);
    expect(log).toMatchObject([{ ...denial, port: 22 }]);
  });
});

describe("the text of a status line", () => {
  test.each([
    ["no rule allows b.test", "Blocked by policy: no rule allows b.test"],
    ["a\r\nSet-Cookie: x", "Blocked by policy: a Set-Cookie: x"],
    ["bücher\u0000\u009b\u2028.test", "Blocked by policy: b?cher.test"],
  ])("of %j is %j", (explanation, text) => {
    expect(statusText({ explanation })).toBe(text);
  });

  test("is bounded, and hides a password in a URL", () => {
    expect(statusText({ explanation: "x".repeat(1000) })).toHaveLength(160);
    expect(statusText({ explanation: "https://u:hunter2@b.test/ is denied" })).not.toContain(
      "hunter2",
    );
  });
});
