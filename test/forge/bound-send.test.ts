import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { createBoundSend } from "../../src/forge/bound-send.ts";
import { failureOf, openServer, send } from "./forge-bench.ts";
import type { Method, OneRequest, SendOnce } from "../../src/forge/one-request.ts";

const stop = new Error("stopped");
const never = new AbortController().signal;
const requestTo = (origin: string): OneRequest => ({
  method: "GET",
  address: new URL(origin),
  headers: {},
  signal: never,
});

/** Creates a silent server, and records the requests that are sent. */
async function openSilence(limits?: { making: number; ending: number }) {
  const { origin, server } = await openServer(() => undefined);
  const over = new AbortController();
  const sent: string[] = [];
  const counted: SendOnce = (request) =>
    send({ ...request, sending: () => void sent.push(request.method) });
  const ask = createBoundSend(counted, over, limits);
  const bound = (method: Method, headers = {}) => ask({ ...requestTo(origin), method, headers });
  return { over, sent, bound, next: () => once(server, "request") };
}

describe("a token's connection to the forge", () => {
  test("stops a read at once, and then starts only the revocation of a token", async () => {
    const { over, bound, sent, next } = await openSilence({ making: 9000, ending: 10 });
    const reading = failureOf(bound("GET"));
    await next();
    over.abort(stop);
    expect(await reading).toBe(stop);
    expect(await failureOf(bound("POST"))).toBe(stop);
    expect((await failureOf(bound("DELETE"))).name).toBe("TimeoutError");
    expect(sent).toEqual(["GET", "DELETE"]);
  });

  test("waits a moment for the response that contains a token", async () => {
    const { over, bound, next } = await openSilence({ making: 10, ending: 9000 });
    const making = failureOf(bound("POST"));
    await next();
    over.abort(stop);
    expect(await making).toBe(stop);
  });

  test("returns a token that arrived in that moment", async () => {
    const over = new AbortController();
    const { origin } = await openServer((_, response) => {
      over.abort(stop);
      response.end("token");
    });
    const making: OneRequest = { ...requestTo(origin), method: "POST" };
    expect(await createBoundSend(send, over)(making)).toMatchObject({ text: "token" });
  });

  test("does not send a value that a header cannot contain", async () => {
    const { bound, sent } = await openSilence();
    await failureOf(bound("GET", { authorization: "Bearer a\nb" }));
    expect(sent).toEqual([]);
  });
});
