import { once } from "node:events";
import { connect } from "node:http2";
import { createServer as createTcp } from "node:net";
import { createServer as createTls } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSocket, openTunnel, readToEnd } from "./open-tunnel.ts";
import { listen, resolveTo, runProxy } from "./rig.ts";
import { makeCa } from "./test-ca.ts";

/** Sends requests to an origin that answers each with raw bytes. */
async function ask(answer: string, method = "GET") {
  const server = createTcp((socket) => {
    socket.on("error", () => {}).on("data", () => socket.write(answer));
  });
  const resolves = [resolveTo("a.test", 80, await listen(server))];
  const { port, log } = await runProxy({ hosts: ["a.test"], resolves });
  const socket = await openSocket(port);
  const request = `${method} http://a.test/ HTTP/1.1\r\nHost: a.test\r\n`;
  socket.write(`${request}\r\n${request}Connection: close\r\n\r\n`);
  return { text: await readToEnd(socket), log };
}

describe("a response without a body is framed by its status", () => {
  test.each([
    [
      "304 with the length of the stored response",
      "304 Not Modified",
      "Content-Length: 500",
      /500/,
    ],
    ["304 without a length", "304 Not Modified", "X: y", /^$/],
    ["304 with chunked", "304 Not Modified", "Transfer-Encoding: chunked", /^$/],
    ["204 with a length, which is removed", "204 No Content", "Content-Length: 5", /^$/],
    ["204 with chunked", "204 No Content", "Transfer-Encoding: chunked", /^$/],
    ["205 with the length 0", "205 Reset Content", "Content-Length: 0", /^0$/],
  ])("%s", async (_name, status, header, length) => {
    const { text, log } = await ask(`HTTP/1.1 ${status}\r\nETag: "x"\r\n${header}\r\n\r\n`);
    const [first = "", second = "", rest] = text.split("\r\n\r\n");
    for (const head of [first, second]) {
      expect(head).toContain(`HTTP/1.1 ${status}\r\nETag: "x"`);
      expect(/content-length: (\d+)/i.exec(head)?.[1] ?? "").toMatch(length);
    }
    expect(rest).toBe("");
    expect(log.map(({ failure }) => failure)).toEqual([undefined, undefined]);
  });

  test.each(["200 OK", "304 Not Modified", "404 Not Found"])("%s to HEAD", async (status) => {
    const { text } = await ask(`HTTP/1.1 ${status}\r\nContent-Length: 500\r\n\r\n`, "HEAD");
    expect(text.match(/content-length: 500/gi)).toHaveLength(2);
    expect(text.split("\r\n\r\n")).toHaveLength(3);
  });

  test.each([
    ["304", "Content-Length: 500", "500"],
    ["204", "Content-Length: 5", undefined],
    ["205", "Content-Length: 0", undefined],
    ["205", "Content-Length: 2", undefined],
  ])("%s with %s, for an HTTP/2 client", async (status, header, length) => {
    const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
    const options = { ...theirs.issue("a.test"), ALPNProtocols: ["http/1.1"] };
    const server = createTls(options, (socket) => {
      const body = header.startsWith("Content-Length: 2") ? "hi" : "";
      const answer = `HTTP/1.1 ${status} Any\r\n${header}\r\n\r\n${body}`;
      socket.on("error", () => {}).on("data", () => socket.write(answer));
    });
    const { port, logged } = await runProxy({
      hosts: ["a.test"],
      issue: ours.issue,
      upstreamRoots: [theirs.cert],
      resolves: [resolveTo("a.test", 443, await listen(server))],
    });
    const socket = await openTunnel(port, "a.test:443", { ca: ours.cert, protocols: ["h2"] });
    const session = connect("https://a.test", { createConnection: () => socket });
    onTestFinished(() => session.destroy());
    const call = session.request({ ":path": "/" });
    const [headers] = await once(call, "response");
    await once(call.resume(), "close");
    expect([headers[":status"], headers["content-length"]]).toEqual([Number(status), length]);
    expect(call.rstCode).toBe(0);
    expect((await logged(() => true)).failure).toBeUndefined();
  });
});

describe("a valid response that Node would not write", () => {
  const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";
  const hint = (link: string) => `HTTP/1.1 103 Early Hints\r\nLink: ${link}\r\n\r\n${ok}`;

  test.each([
    ["several links in one hint", hint("</a>; rel=preload; as=style, </b>; rel=preload")],
    ["a link with a quoted title", hint('</a>; rel=preload; title="a b"')],
    ["a status text in another script", ok.replace("OK", "成功")],
  ])("%s arrives", async (_name, answer) => {
    const { text, log } = await ask(answer);
    expect(text.match(/HTTP\/1\.1 200 OK\r\n[^]*?\r\n\r\nhi/g)).toHaveLength(2);
    expect(log.map(({ failure }) => failure)).toEqual([undefined, undefined]);
  });
});

describe("a response that is nearly HTTP is refused with the true reason", () => {
  test.each([
    ["a folded header", "X: a\r\n b\r\n\r\n", "(Unexpected whitespace after header value)"],
    ["a bare LF", "X: a\nY: b\r\n\r\n", "(Missing expected CR after header value)"],
    ["a space before the colon", "X : a\r\n\r\n", "(Invalid header token)"],
    ["a NUL", "X: a\0\r\n\r\n", "(Invalid header value char)"],
    ["two lengths", "Content-Length: 2\r\nContent-Length: 2\r\n\r\nhi", "a second Content-Length"],
    [
      "two lengths of 0",
      "Content-Length: 0\r\nContent-Length: 0\r\n\r\n",
      "Duplicate Content-Length",
    ],
    [
      "another transfer coding",
      "Transfer-Encoding: gzip\r\n\r\n",
      "the origin's response has a transfer coding that was not requested",
    ],
  ])("%s", async (_name, headers, reason) => {
    const { text, log } = await ask(`HTTP/1.1 200 OK\r\n${headers}`);
    expect(text).toMatch(/^HTTP\/1\.1 502 /);
    expect(text).toContain(reason);
    expect(log[0]?.failure).toContain(reason);
  });

  test("a 100 Continue that was not requested", async () => {
    const { log } = await ask("HTTP/1.1 100 Continue\r\n\r\n");
    expect(log[0]?.failure).toBe("the origin sent 100 Continue, which was not requested");
  });
});

test("a client that closes in the body after an early response is not a denial", async () => {
  const server = createTcp((socket) => {
    const answer = "HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nbig";
    socket.on("error", () => {}).once("data", () => socket.write(answer));
  });
  const resolves = [resolveTo("a.test", 80, await listen(server))];
  const { port, log, logged } = await runProxy({ hosts: ["a.test"], resolves });
  const socket = await openSocket(port);
  socket.write("POST http://a.test/ HTTP/1.1\r\nHost: a.test\r\nContent-Length: 1000\r\n\r\npart");
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  socket.end();
  await readToEnd(socket);
  await logged(() => true);
  expect(log).toMatchObject([{ kind: "request", status: 413, decision: { allowed: true } }]);
});
