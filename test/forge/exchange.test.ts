import { describe, expect, test } from "vitest";
import { EventEmitter } from "node:events";
import type { ClientRequest, ServerResponse } from "node:http";
import { exchange } from "../../src/forge/exchange.ts";
import { send } from "../../src/forge/send-plain.ts";
import { failureOf, openServer } from "./forge-bench.ts";

const never = new AbortController().signal;

function ask(origin: string, change: { headers?: Record<string, string> } = {}) {
  let count = 0;
  const sending = () => void (count += 1);
  const address = new URL(origin);
  const asking = send({ method: "GET", address, headers: {}, signal: never, sending, ...change });
  return { asking, count: () => count };
}

describe("a request comes to an end where the server", () => {
  test.each([
    [
      "speaks another protocol",
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
      "another protocol",
    ],
    ["hangs up in an answer", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab", "aborted"],
    ["says nothing", "", "hang up"],
  ])("%s", async (_what, bytes, words) => {
    const { origin } = await openServer((_, response: ServerResponse) => {
      response.socket?.end(bytes);
    });
    const { asking, count } = ask(origin);
    expect((await failureOf(asking)).message).toContain(words);
    expect(count()).toBe(1);
  });
});

test("an answer that ends with its connection is read whole", async () => {
  const { origin } = await openServer((_, response) => {
    response.socket?.end("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nwhole");
  });
  expect(await ask(origin).asking).toMatchObject({ status: 200, text: "whole" });
});

test("what no header can carry is not sent, and not said to be", async () => {
  const { origin, heard } = await openServer((_, response) => response.end());
  const { asking, count } = ask(origin, { headers: { authorization: "Bearer a\nb" } });
  await failureOf(asking);
  expect([count(), heard.length]).toEqual([0, 0]);
});

test("a request that closes, and says nothing of why, has failed", async () => {
  const outgoing = Object.assign(new EventEmitter(), { end: () => outgoing.emit("close") });
  const open = () => outgoing as unknown as ClientRequest;
  const address = new URL("http://127.0.0.1");
  const asking = exchange(open, { method: "GET", address, headers: {}, signal: never });
  expect((await failureOf(asking)).message).toBe("the connection ended without an answer");
});
