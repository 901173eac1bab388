import { expect, test } from "vitest";
import { BudgetSpent, countRequests } from "../../src/forge/count-requests.ts";
import type { OneRequest } from "../../src/forge/one-request.ts";

const request = (address: string, headers: OneRequest["headers"] = {}): OneRequest => ({
  method: "GET",
  address: new URL(address),
  headers,
  signal: new AbortController().signal,
});
const signed = (address: string) => request(address, { authorization: "Bearer token" });
const limits = { "x-ratelimit-limit": "5000" };

function answering(status: number, headers: Record<string, string> = limits) {
  const counted = countRequests();
  const send = counted.wrap(() => Promise.resolve({ status, headers, text: "" }));
  const ask = (path = "/repos/acme/control") => send(signed(`https://forge.test${path}`));
  return { ...counted, ask, send };
}

test("allows the permitted number of requests, and not the next one", async () => {
  const { ask, allow, count, hasRoomFor } = answering(200);
  allow(2);
  await ask();
  expect([hasRoomFor(1), hasRoomFor(2)]).toEqual([true, false]);
  await ask();
  await expect(ask()).rejects.toThrow(BudgetSpent);
  expect(count()).toMatchObject({ requests: 2, counted: 2 });
});

test("counts pending requests", async () => {
  const { wrap, allow, count } = countRequests();
  allow(1);
  const send = wrap(() => new Promise(() => undefined));
  void send(signed("https://forge.test/a"));
  await expect(send(signed("https://forge.test/b"))).rejects.toThrow(BudgetSpent);
  expect(count().counted).toBe(1);
});

test.each([
  ["an unchanged response", 304, "/repos/acme/control"],
  ["a request for the rate limit", 200, "/rate_limit"],
])("%s is free", async (_what, status, path) => {
  const { ask, count } = answering(status);
  await ask(path);
  expect(count()).toMatchObject({ requests: 1, counted: 0 });
});

test("does not count requests to the forge's storage", async () => {
  const { send, count } = answering(200, {});
  await send(request("https://storage.test/log"));
  expect(count()).toMatchObject({ requests: 1, counted: 0 });
});
