import { createServer as createHttp } from "node:http";
import { describe, expect, test } from "vitest";
import { openConnect, openSocket, readToEnd } from "./open-tunnel.ts";
import { listen, resolveTo, runProxy } from "./rig.ts";

/**
 * Sends raw bytes, to the proxy's own port or inside a CONNECT, to an origin that reports what
 * reached it.
 */
async function send(bytes: string, { inside = false }: { inside?: boolean } = {}) {
  const reached: string[] = [];
  const server = createHttp((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      reached.push(`${request.method} ${request.headers.host} ${request.url} ${body}`);
      response.end("reached");
    });
  });
  const origin = await listen(server);
  const { port, log } = await runProxy({
    hosts: ["a.test"],
    resolves: [resolveTo("a.test", 80, origin)],
  });
  const socket = inside ? await openConnect(port, "a.test:80") : await openSocket(port);
  socket.write(Buffer.from(bytes, "latin1"));
  const answer = await readToEnd(socket);
  return { answer, reached, log };
}

const host = "Connection: close\r\nHost: a.test\r\n";
const get = `GET http://a.test/x HTTP/1.1\r\n`;
const post = `POST http://a.test/x HTTP/1.1\r\n${host}`;
const smuggled = "GET http://a.test/smuggled HTTP/1.1\r\nHost: a.test\r\n\r\n";

describe("a request that two parsers could split differently does not reach an origin", () => {
  test.each([
    [
      "both length headers, Content-Length first",
      `${post}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`,
    ],
    [
      "both length headers, Transfer-Encoding first",
      `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\n${smuggled}\r\n0\r\n\r\n`,
    ],
    ["two different lengths", `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    ["two lengths in one header", `${post}Content-Length: 1, 2\r\n\r\nab`],
    ["a length with a sign", `${post}Content-Length: +1\r\n\r\na`],
    ["a length in hexadecimal", `${post}Content-Length: 0x1\r\n\r\na`],
    ["a transfer coding other than chunked", `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    [
      "another transfer coding before chunked",
      `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      "chunked before another transfer coding",
      `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    ],
    [
      "two transfer coding headers",
      `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["a space before the colon", `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
    ["a folded header", `${get}${host}X: a\r\n Transfer-Encoding: chunked\r\n\r\n`],
    ["a bare LF after a header", `${get}Host: a.test\nX: y\r\nConnection: close\r\n\r\n`],
    ["a bare CR in a header", `${get}${host}X: a\rTransfer-Encoding: chunked\r\n\r\n`],
    ["a NUL in a header", `${get}${host}X: a\0b\r\n\r\n`],
    ["a NUL in a header name", `${get}${host}X\0: a\r\n\r\n`],
    [
      "a chunk size in hexadecimal with 0x",
      `${post}Transfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n0\r\n\r\n`,
    ],
    [
      "a chunk longer than its size",
      `${post}Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n`,
    ],
    [
      "a chunk size that overflows",
      `${post}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\na\r\n0\r\n\r\n`,
    ],
    ["a bare LF after a chunk size", `${post}Transfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n`],
    ["two different Host headers", `${get}${host}Host: b.test\r\nConnection: close\r\n\r\n`],
    ["two identical Host headers", `${get}${host}${host}\r\n`],
    [
      "a Host header that differs from the target",
      `${get}Host: b.test\r\nConnection: close\r\nConnection: close\r\n\r\n`,
    ],
    ["a missing Host header", `${get}Connection: close\r\n\r\n`],
    ["an empty Host header", `${get}Host:\r\nConnection: close\r\n\r\n`],
    ["a Host header with a user", `${get}Host: x@a.test\r\nConnection: close\r\n\r\n`],
    ["a Host header with a path", `${get}Host: a.test/x\r\nConnection: close\r\n\r\n`],
    ["two hosts in one Host header", `${get}Host: a.test, b.test\r\nConnection: close\r\n\r\n`],
    ["a target with a user", `GET http://x@a.test/ HTTP/1.1\r\n${host}\r\n`],
    ["a target with a backslash", `GET http://b.test\\@a.test/ HTTP/1.1\r\n${host}\r\n`],
    ["a target with another port", `GET http://a.test:81/ HTTP/1.1\r\n${host}\r\n`],
    ["a target with an empty port", `GET http://a.test:/ HTTP/1.1\r\n${host}\r\n`],
    ["a target with another scheme", `GET ftp://a.test/ HTTP/1.1\r\n${host}\r\n`],
    ["an https target without TLS", `GET https://a.test/ HTTP/1.1\r\n${host}\r\n`],
    ["a target without a host", `GET /x HTTP/1.1\r\n${host}\r\n`],
    ["a target with a space", `GET http://a.test/x y HTTP/1.1\r\n${host}\r\n`],
    ["a target with a NUL", `GET http://a.test/x\0y HTTP/1.1\r\n${host}\r\n`],
    ["HTTP/2 without TLS", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["an HTTP version that does not exist", `GET http://a.test/ HTTP/1.9\r\n${host}\r\n`],
    ["HTTP/0.9", "GET http://a.test/\r\n\r\n"],
    ["a request that is not HTTP", "SSH-2.0-OpenSSH_9.2\r\n"],
  ])("%s", async (_name, bytes) => {
    const { answer, reached, log } = await send(bytes);
    expect(reached).toEqual([]);
    expect(answer).toMatch(/^HTTP\/1\.1 (?:40[03]|502) |^$/);
    // A broken body is not a valid request either, although its head was allowed.
    expect(log.every(({ decision, failure }) => !decision.allowed || failure)).toBe(true);
  });
});

describe("an unusual but unambiguous request passes with the same meaning", () => {
  test.each([
    [
      "a chunk extension, which is removed",
      `${post}Transfer-Encoding: chunked\r\n\r\n1;x=y\r\na\r\n0\r\n\r\n`,
      "POST a.test /x a",
    ],
    [
      "a Host header in capitals with its port",
      `${get}Host: A.TEST:80\r\nConnection: close\r\n\r\n`,
      "GET a.test /x ",
    ],
    [
      "a host with a trailing dot",
      `GET http://a.test./x HTTP/1.1\r\nHost: a.test.\r\nConnection: close\r\n\r\n`,
      "GET a.test /x ",
    ],
    ["a target without a path", `GET http://a.test?q HTTP/1.1\r\n${host}\r\n`, "GET a.test /?q "],
    ["HTTP/1.0 without a Host header", "GET http://a.test/x HTTP/1.0\r\n\r\n", "GET a.test /x "],
    [
      "hop-by-hop headers, which are removed",
      `${get}${host}Connection: X-Hop\r\nX-Hop: 1\r\nProxy-Authorization: secret\r\n\r\n`,
      "GET a.test /x ",
    ],
  ])("%s", async (_name, bytes, seen) => {
    const { reached } = await send(bytes);
    expect(reached).toEqual([seen]);
  });

  test("pipelined requests are answered in order, each with its own decision", async () => {
    const other = "GET http://b.test/ HTTP/1.1\r\nHost: b.test\r\n\r\n";
    const { answer, reached } = await send(`${get}Host: a.test\r\n\r\n${other}${get}${host}\r\n`);
    expect(reached).toHaveLength(2);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([
      "HTTP/1.1 200",
      "HTTP/1.1 403",
      "HTTP/1.1 200",
    ]);
  });
});

describe("inside a CONNECT tunnel", () => {
  test.each([
    [
      "a request with another Host header",
      "GET / HTTP/1.1\r\nHost: b.test\r\nConnection: close\r\n\r\n",
      "Blocked by policy: the connection is for a.test, but the request is for b.test.",
    ],
    [
      "a request with another target",
      `GET http://b.test/ HTTP/1.1\r\n${host}\r\n`,
      "the connection is for a.test, but the target is for b.test",
    ],
    [
      "a request with another scheme",
      `GET https://a.test/ HTTP/1.1\r\n${host}\r\n`,
      "the connection is for http:, but the target uses https:",
    ],
    [
      "a request with another port",
      "GET / HTTP/1.1\r\nHost: a.test:81\r\nConnection: close\r\n\r\n",
      "Blocked by policy: the connection is for a.test, but the request is for a.test:81.",
    ],
    [
      "a CONNECT request",
      "CONNECT a.test:80 HTTP/1.1\r\nHost: a.test:80\r\n\r\n",
      "Blocked by policy: a nested CONNECT cannot be inspected.",
    ],
    [
      "an HTTP/1.0 request without a Host header",
      "GET / HTTP/1.0\r\n\r\n",
      "the request for a.test does not have a valid Host header",
    ],
  ])("%s is refused", async (_name, bytes, explanation) => {
    const { answer, reached } = await send(bytes, { inside: true });
    expect(reached).toEqual([]);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).toContain(explanation);
  });

  test("a request with the full URL of the same host passes", async () => {
    const { reached } = await send(`${get}${host}\r\n`, { inside: true });
    expect(reached).toEqual(["GET a.test /x "]);
  });

  test("a connection with a protocol other than TLS or HTTP is closed", async () => {
    const { answer, log } = await send("\x80\x2e\x01\x03\x01", { inside: true });
    expect(answer).toBe("");
    expect(log[0]).toMatchObject({ decision: { reason: "not-understood" } });
  });
});
