import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { createBoundFetch } from "../../src/forge/bound-fetch.ts";
import { failureOf, openServer } from "./forge-bench.ts";

const stop = new Error("stopped");

/** A silent server, and what is told of requests that go out. */
async function openSilence(limits?: { making: number; ending: number }) {
  const { origin, server, heard } = await openServer(() => undefined);
  const over = new AbortController();
  const sent: string[] = [];
  const counted: typeof fetch = (input, init) => {
    sent.push(init?.method ?? "GET");
    return fetch(input, init);
  };
  const bound = createBoundFetch(counted, over, limits);
  return { origin, heard, over, sent, bound, next: () => once(server, "request") };
}

describe("a token's way to the forge", () => {
  test("ends a look at once, and begins nothing but the end of a token", async () => {
    const { origin, over, bound, sent, next } = await openSilence({ making: 9000, ending: 10 });
    const looking = failureOf(bound(origin));
    await next();
    over.abort(stop);
    expect(await looking).toBe(stop);
    expect(await failureOf(bound(origin, { method: "POST" }))).toBe(stop);
    expect((await failureOf(bound(origin, { method: "DELETE" }))).name).toBe("TimeoutError");
    expect(sent).toEqual(["GET", "DELETE"]);
  });

  test("waits a moment for the answer that tells a token", async () => {
    const { origin, over, bound, next } = await openSilence({ making: 10, ending: 9000 });
    const making = failureOf(bound(origin, { method: "POST" }));
    await next();
    over.abort(stop);
    expect(await making).toBe(stop);
  });

  test("gives a token that was told in that moment", async () => {
    const over = new AbortController();
    const { origin } = await openServer((_, response) => {
      over.abort(stop);
      response.end("token");
    });
    const response = await createBoundFetch(fetch, over)(origin, { method: "POST" });
    expect(await response.text()).toBe("token");
  });

  test("sends nothing that no header can carry", async () => {
    const { origin, bound, sent } = await openSilence();
    await failureOf(bound(origin, { headers: { authorization: "Bearer a\nb" } }));
    expect(sent).toEqual([]);
  });
});
