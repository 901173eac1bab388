import { EventEmitter, once } from "node:events";
import type { ClientRequest, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { exchange } from "../../src/forge/exchange.ts";
import type { OneRequest } from "../../src/forge/one-request.ts";
import { AnswerTooLong, longestBodyBytes } from "../../src/forge/read-body.ts";
import { createSendPlain } from "../../src/forge/send-plain.ts";
import { abortAfter } from "../../src/shared/abort-after.ts";
import { failureOf, openServer } from "./forge-bench.ts";

const never = new AbortController().signal;

/** Creates a connection to a server, and counts the requests that are sent. */
function openWay(origin: string) {
  const send = createSendPlain();
  let count = 0;
  const sending = () => void (count += 1);
  const ask = (change: Partial<OneRequest> = {}) =>
    send({
      method: "GET",
      address: new URL(origin),
      headers: {},
      signal: never,
      sending,
      ...change,
    });
  return { ask, count: () => count };
}

describe("a request fails after one attempt if the server", () => {
  test.each([
    [
      "switches to another protocol",
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
      "another protocol",
    ],
    ["hangs up within a response", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab", "aborted"],
    ["sends nothing", "", "hang up"],
  ])("%s", async (_what, bytes, words) => {
    const { origin } = await openServer((_, response: ServerResponse) => {
      response.socket?.end(bytes);
    });
    const { ask, count } = openWay(origin);
    expect((await failureOf(ask())).message).toContain(words);
    expect(count()).toBe(1);
  });
});

test("a response that ends with its connection is read completely", async () => {
  const { origin } = await openServer((_, response) => {
    response.socket?.end("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nwhole");
  });
  expect(await openWay(origin).ask()).toMatchObject({ status: 200, text: "whole" });
});

test("a value that no header can contain is not sent, and not reported as sent", async () => {
  const { origin, heard } = await openServer((_, response) => response.end());
  const { ask, count } = openWay(origin);
  await failureOf(ask({ headers: { authorization: "Bearer a\nb" } }));
  expect([count(), heard.length]).toEqual([0, 0]);
});

test("a request that was stopped before is not sent, and not reported as sent", async () => {
  const { origin, heard } = await openServer((_, response) => response.end());
  const { ask, count } = openWay(origin);
  const stop = new Error("stopped");
  expect(await failureOf(ask({ signal: AbortSignal.abort(stop) }))).toBe(stop);
  expect([count(), heard.length]).toEqual([0, 0]);
});

test("a request whose connection closes without a reason has failed", async () => {
  const end = () => outgoing.emit("close");
  const outgoing = Object.assign(new EventEmitter(), { end, destroy: () => undefined });
  const open = () => outgoing as unknown as ClientRequest;
  const address = new URL("http://127.0.0.1");
  const way = { open, agent: false, connected: "connect" } as const;
  const asking = exchange(way, { method: "GET", address, headers: {}, signal: never });
  expect((await failureOf(asking)).message).toBe("the connection closed without a response");
});

test("an endless slow response stops with the signal and its reason", async () => {
  const { origin } = await openServer((_, response) => {
    const drip = () => void (response.destroyed || (response.write("."), setImmediate(drip)));
    drip();
  });
  const failure = await failureOf(openWay(origin).ask({ signal: abortAfter(50) }));
  expect(failure).toMatchObject({ name: "TimeoutError", message: "The time limit was exceeded" });
});

test("the body of a DELETE request arrives completely, and the next request follows", async () => {
  const bodies: string[] = [];
  const { server, origin, heard } = await openServer(() => undefined);
  server.on("request", (request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      bodies.push(Buffer.concat(pieces).toString());
      response.end();
    });
  });
  const { ask } = openWay(origin);
  await ask({ method: "DELETE", body: '{"sha":"é"}' });
  await ask();
  expect(bodies).toEqual(['{"sha":"é"}', ""]);
  expect(heard.map(({ method }) => method)).toEqual(["DELETE", "GET"]);
});

describe("a kept-alive connection", () => {
  /**
   * Creates a server that answers the first request of each connection. The test handles the next
   * ones.
   */
  async function openHasty(onNext: (response: ServerResponse) => void) {
    const seen = new Set<unknown>();
    const server = await openServer((_, response) => {
      if (seen.has(response.socket)) return onNext(response);
      seen.add(response.socket);
      response.end("answered");
    });
    return { ...server, connections: () => seen.size };
  }
  const hangUp = (response: ServerResponse) => void response.socket?.destroy();

  test("accepts the next request as well", async () => {
    const { origin, connections } = await openHasty((response) => response.end("again"));
    const { ask } = openWay(origin);
    expect([(await ask()).text, (await ask()).text]).toEqual(["answered", "again"]);
    expect(connections()).toBe(1);
  });

  test("that closes before its response is replaced: the read is sent once more on a new connection", async () => {
    const { origin, heard, connections } = await openHasty(hangUp);
    const { ask, count } = openWay(origin);
    await ask();
    expect((await ask()).text).toBe("answered");
    expect([heard.length, connections(), count()]).toEqual([3, 2, 3]);
  });

  test("that closes is replaced by a new connection, not by another kept-alive connection", async () => {
    const { origin, heard, connections } = await openHasty(hangUp);
    const { ask } = openWay(origin);
    await Promise.all([ask(), ask()]);
    expect((await ask()).text).toBe("answered");
    expect([heard.length, connections()]).toEqual([4, 3]);
  });

  test("that closes fails a write, because the result of the write is unknown", async () => {
    const { origin, heard } = await openHasty(hangUp);
    const { ask } = openWay(origin);
    await ask();
    expect((await failureOf(ask({ method: "POST" }))).message).toContain("hang up");
    expect(heard).toHaveLength(2);
  });

  test("that switches protocols fails a read, without a retry", async () => {
    const { origin, heard } = await openHasty((response) => {
      const upgrade =
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n";
      response.socket?.end(upgrade);
    });
    const { ask } = openWay(origin);
    await ask();
    expect((await failureOf(ask())).message).toContain("another protocol");
    await ask();
    expect(heard).toHaveLength(3);
  });

  test("that closes is replaced only once: if the new connection closes, too, the read fails", async () => {
    let isFirst = true;
    const { origin, heard } = await openServer((_, response) => {
      if (!isFirst) return hangUp(response);
      isFirst = false;
      response.end();
    });
    const { ask } = openWay(origin);
    await ask();
    expect((await failureOf(ask())).message).toContain("hang up");
    expect(heard).toHaveLength(3);
  });
});

describe("a compressed response", () => {
  const answering = async (bytes: Buffer, packing = "gzip") => {
    const { origin } = await openServer((_, response) =>
      response.writeHead(200, { "content-encoding": packing }).end(bytes),
    );
    return openWay(origin).ask();
  };

  test.each(["Gzip", "x-gzip"])(
    "with the encoding %s is decompressed, without its byte order mark",
    async (name) => {
      expect((await answering(gzipSync("\ufeffa log €"), name)).text).toBe("a log €");
    },
  );

  test("with an empty encoding is read unchanged", async () => {
    expect((await answering(Buffer.from("a log"), "")).text).toBe("a log");
  });

  test.each([
    [200, {}],
    [200, { "content-length": "0" }],
    [204, {}],
    [304, {}],
  ])("is empty with %i if nothing was compressed", async (status, headers) => {
    const { origin } = await openServer((_, response) =>
      response.writeHead(status, { "content-encoding": "GZIP", ...headers }).end(),
    );
    expect(await openWay(origin).ask()).toMatchObject({ status, text: "" });
  });

  test("has the same size limit after decompression", async () => {
    const packed = gzipSync(Buffer.alloc(longestBodyBytes + 1));
    expect(packed.length).toBeLessThan(longestBodyBytes / 100);
    expect(await failureOf(answering(packed))).toBeInstanceOf(AnswerTooLong);
  });

  test("is only reported as too long if far more than the limit is still compressed", async () => {
    const packed = gzipSync(Buffer.alloc(longestBodyBytes * 2));
    expect(await failureOf(answering(packed))).toBeInstanceOf(AnswerTooLong);
  });

  test("that is truncated is not accepted", async () => {
    const packed = gzipSync("a log").subarray(0, -9);
    expect((await failureOf(answering(packed))).message).toContain("unexpected end of file");
  });

  test("in an encoding that was not requested is rejected, and does not block a connection", async () => {
    const ended: Promise<unknown>[] = [];
    const { origin } = await openServer((_, response) => {
      ended.push(once(response, "close"));
      response.writeHead(200, { "content-encoding": "br" }).write("a log");
    });
    const failure = await failureOf(openWay(origin).ask());
    expect(failure.message).toContain("the response has the encoding br, which was not requested");
    expect(ended).toHaveLength(1);
    await Promise.all(ended);
  });
});
