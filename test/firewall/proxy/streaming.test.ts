import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttp, request, type RequestListener } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { openSocket, readToEnd } from "./open-tunnel.ts";
import { listen, resolveTo, runProxy } from "./rig.ts";

async function run(answer: RequestListener) {
  const origin = await listen(createHttp(answer));
  const running = await runProxy({
    hosts: ["a.test"],
    resolves: [resolveTo("a.test", 80, origin)],
  });
  const ask = (method: string, headers: Record<string, string> = {}) =>
    request({
      host: "127.0.0.1",
      port: running.port,
      path: "http://a.test/x",
      method,
      headers: { host: "a.test", ...headers },
      agent: false,
    });
  return { ...running, ask };
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const megabyte = Buffer.alloc(1 << 20, "x");

async function* megabytes(count: number) {
  for (let made = 0; made < count; made += 1) yield await Promise.resolve(megabyte);
}

/** @returns bytes of the buffers in use, without those that only await the garbage collector */
function measureBuffers(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

describe("a message body", () => {
  test("is uploaded and returned completely with little memory", async () => {
    const { ask, logged } = await run((message, response) => void message.pipe(response));
    const sending = ask("POST");
    const [sum, expected] = [createHash("sha256"), createHash("sha256")];
    for (let made = 0; made < 128; made += 1) expected.update(megabyte);
    const uploaded = pipeline(Readable.from(megabytes(128), { objectMode: false }), sending);
    const [answer] = await once(sending, "response");
    let most = 0;
    let received = 0;
    for await (const chunk of answer) {
      sum.update(chunk);
      received += chunk.length;
      if (received % (8 << 20) < chunk.length) most = Math.max(most, measureBuffers());
    }
    await uploaded;
    expect(sum.digest("hex")).toBe(expected.digest("hex"));
    expect(most).toBeLessThan(64 << 20);
    const bytes = 128 << 20;
    expect(await logged(() => true)).toMatchObject({ bytesSent: bytes, bytesReceived: bytes });
  });

  test("is not read from the origin while the client does not read", async () => {
    let written = 0;
    const { port } = await run((_message, response) => {
      response.writeHead(200, { "content-length": String(512 << 20) });
      const write = () => {
        while (written < 512 && response.write(megabyte)) written += 1;
      };
      response.on("drain", write);
      write();
      response.once("close", () => response.removeAllListeners());
    });
    const socket = await openSocket(port);
    socket.pause();
    socket.write("GET http://a.test/x HTTP/1.1\r\nHost: a.test\r\n\r\n");
    // A second request on another connection is still served, which shows that time has passed.
    const other = await openSocket(port);
    other.write("GET http://b.test/ HTTP/1.1\r\nHost: b.test\r\nConnection: close\r\n\r\n");
    await readToEnd(other);
    expect(written).toBeLessThan(64);
  });

  test("is requested with 100 Continue only if the rules allow the request", async () => {
    const { ask } = await run((message, response) => void message.pipe(response));
    const sending = ask("POST", { expect: "100-continue", "content-length": "2" });
    sending.flushHeaders();
    await once(sending, "continue");
    sending.end("hi");
    const [answer] = await once(sending, "response");
    expect(await readBody(answer)).toBe("hi");
    const denied = ask("POST", { expect: "100-continue", "content-length": "2", host: "b.test" });
    denied.on("error", () => {});
    denied.on("continue", () => expect.unreachable());
    denied.flushHeaders();
    expect((await once(denied, "response"))[0]).toMatchObject({ statusCode: 403 });
  });

  test("that the origin truncates is truncated for the client", async () => {
    const { ask, logged } = await run((_message, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => response.destroy());
    });
    const sending = ask("GET");
    sending.end();
    const [answer] = await once(sending, "response");
    await expect(readBody(answer)).rejects.toThrow("aborted");
    expect(await logged(() => true)).toMatchObject({ status: 200, failure: /broke|length|long/ });
  });

  test("that the client truncates is truncated at the origin", async () => {
    const cut = new Promise<boolean>((resolve) => {
      void run((message) => {
        message.on("error", () => {});
        message.once("close", () => resolve(message.complete));
        message.resume();
      }).then(({ ask }) => {
        const sending = ask("POST", { "content-length": "100" });
        sending.on("error", () => {});
        sending.write("half", () => setImmediate(() => sending.destroy()));
      });
    });
    expect(await cut).toBe(false);
  });

  test("can be answered before it is complete", async () => {
    const { ask } = await run((_message, response) => {
      response.writeHead(413, { connection: "close" }).end("too long");
    });
    const sending = ask("POST", { "content-length": "1000000" });
    sending.on("error", () => {});
    sending.write("first");
    const [answer] = await once(sending, "response");
    expect(answer).toMatchObject({ statusCode: 413 });
    expect(await readBody(answer)).toBe("too long");
  });
});

describe("a response", () => {
  test("keeps its headers, early hints and trailers unchanged", async () => {
    const { ask } = await run((_message, response) => {
      response.writeEarlyHints({ link: "</a.css>; rel=preload" });
      response.writeHead(200, [
        ["Set-Cookie", "a=1"],
        ["Set-Cookie", "b=2"],
        ["X-Latin", "caf\u00e9"],
        ["Alt-Svc", 'h3=":443"'],
        ["Trailer", "X-Sum"],
      ]);
      response.write("body");
      response.addTrailers({ "X-Sum": "1" });
      response.end();
    });
    const sending = ask("GET");
    const hints: unknown[] = [];
    sending.on("information", ({ statusCode, headers }) => hints.push([statusCode, headers]));
    sending.end();
    const [answer] = await once(sending, "response");
    const body = await readBody(answer);
    expect(body).toBe("body");
    expect(hints).toEqual([[103, { link: "</a.css>; rel=preload" }]]);
    expect(answer.headers).toMatchObject({ "set-cookie": ["a=1", "b=2"], "x-latin": "caf\u00e9" });
    expect(answer.headers).not.toHaveProperty("alt-svc");
    expect(answer.trailers).toEqual({ "x-sum": "1" });
  });

  test("to HEAD has a length but no body, and the connection stays open", async () => {
    const { port } = await run((_message, response) => {
      response.writeHead(200, { "content-length": "5" }).end("hello");
    });
    const socket = await openSocket(port);
    const head = "HEAD http://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n";
    const get = "GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n";
    socket.write(head + get);
    const answer = await readToEnd(socket);
    expect(answer.match(/content-length: 5/gi)).toHaveLength(2);
    expect(answer.match(/hello/g)).toHaveLength(1);
  });

  test("to GET, but not to POST, is requested again if the origin closed a kept-alive connection", async () => {
    let asked = 0;
    const { port } = await run((message, response) => {
      asked += 1;
      if (asked === 2) message.socket.destroy();
      else response.end(`${asked}`);
    });
    const ask = async (method: string) => {
      const socket = await openSocket(port);
      socket.write(
        `${method} http://a.test/ HTTP/1.1\r\nHost: a.test\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
      return readToEnd(socket);
    };
    expect(await ask("GET")).toMatch(/1$/);
    expect(await ask("GET")).toMatch(/3$/);
    asked = 1;
    expect(await ask("POST")).toMatch(/^HTTP\/1\.1 502 /);
  });

  test("is received from a restarted origin, however many connections were kept alive", async () => {
    const kept = new Set<Socket>();
    const waiting: (() => void)[] = [];
    const { port } = await run((message, response) => {
      if (waiting.length < 6) {
        kept.add(message.socket);
        waiting.push(() => response.end("first"));
        if (waiting.length === 6) for (const answer of waiting) answer();
      } else if (kept.has(message.socket)) for (const each of kept) each.resetAndDestroy();
      else response.end("again");
    });
    const ask = async () => {
      const socket = await openSocket(port);
      socket.write("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n");
      return (await readToEnd(socket)).split("\r\n\r\n")[1];
    };
    const askAtOnce = (count: number) => Promise.all(Array.from({ length: count }, ask));
    expect(await askAtOnce(6)).toEqual(Array(6).fill("first"));
    expect(await askAtOnce(3)).toEqual(Array(3).fill("again"));
  });

  test("that is not valid HTTP is not forwarded", async () => {
    const server = createHttp();
    server.on("connection", (socket) => socket.end("HTTP/1.1 200 OK\r\nX: a\r\n\tb\0\r\n\r\n"));
    const origin = await listen(server);
    const { port, log } = await runProxy({
      hosts: ["a.test"],
      resolves: [resolveTo("a.test", 80, origin)],
    });
    const socket = await openSocket(port);
    socket.write("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n");
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 502 /);
    expect(log[0]).toMatchObject({ status: 502 });
  });
});

async function readBody(answer: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const chunk of answer) text += chunk.toString();
  return text;
}
