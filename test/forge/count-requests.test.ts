import { expect, test } from "vitest";
import { BudgetSpent, countRequests } from "../../src/forge/count-requests.ts";

const signed = { headers: { authorization: "Bearer token" } };
const limits = { "x-ratelimit-limit": "5000" };

function answering(status: number, headers: Record<string, string> = limits) {
  const counted = countRequests();
  const body = status === 304 ? null : "";
  const fetch = counted.wrap(() => Promise.resolve(new Response(body, { status, headers })));
  return {
    ...counted,
    ask: (path = "/repos/acme/control") => fetch(`https://forge.test${path}`, signed),
    fetch,
  };
}

test("what is allowed passes, and the next one does not", async () => {
  const { ask, allow, count, hasRoomFor } = answering(200);
  allow(2);
  await ask();
  expect([hasRoomFor(1), hasRoomFor(2)]).toEqual([true, false]);
  await ask();
  await expect(ask()).rejects.toThrow(BudgetSpent);
  expect(count()).toMatchObject({ requests: 2, counted: 2 });
});

test("what is under way is counted already", async () => {
  const { wrap, allow, count } = countRequests();
  allow(1);
  const fetch = wrap(() => new Promise(() => undefined));
  void fetch("https://forge.test/a", signed);
  await expect(fetch("https://forge.test/b", signed)).rejects.toThrow(BudgetSpent);
  expect(count().counted).toBe(1);
});

test.each([
  ["an answer that found nothing changed", 304, "/repos/acme/control"],
  ["the question for the capacity itself", 200, "/rate_limit"],
])("%s is free", async (_what, status, path) => {
  const { ask, count } = answering(status);
  await ask(path);
  expect(count()).toMatchObject({ requests: 1, counted: 0 });
});

test("what lies in the forge's storage is counted by nobody", async () => {
  const { fetch, count } = answering(200, {});
  await fetch("https://storage.test/log");
  expect(count()).toMatchObject({ requests: 1, counted: 0 });
});
