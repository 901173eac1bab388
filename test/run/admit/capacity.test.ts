import { describe, expect, test } from "vitest";
import { evaluateCapacity, readForgeClock } from "../../../src/run/admit/capacity.ts";

const core = { limit: 5000, used: 1, remaining: 4999, reset: 1_900_000_000 };
const body = (change: object) => JSON.stringify({ resources: { core: { ...core, ...change } } });
const answer = (text: string, status = 200, headers: Record<string, string> = {}) => ({
  status,
  headers,
  text,
});

describe("a budget", () => {
  test("is that of the core, and of nothing else", () => {
    const text = JSON.stringify({
      resources: { core, graphql: { ...core, remaining: 1 } },
      rate: { ...core, remaining: 2 },
    });
    const counted = { kind: "counted", limit: 5000, remaining: 4999, reset: 1_900_000_000 };
    expect(evaluateCapacity(answer(text))).toEqual(counted);
    expect(evaluateCapacity(answer(JSON.stringify({ rate: core })))).toEqual({
      kind: "unreadable",
    });
  });

  test.each([
    ["half a document", body({}).slice(0, -1)],
    ["nothing", ""],
    ["a page", "<html>sign in</html>"],
    ["null", "null"],
    ["a list", "[]"],
    ["no resources", "{}"],
    ["resources that are a list", '{"resources":[1]}'],
    ["no core", '{"resources":{}}'],
    ["a word", body({ remaining: "4999" })],
    ["half a request", body({ remaining: 0.5 })],
    ["less than nothing", body({ remaining: -1 })],
    ["more than a computer counts", body({ remaining: 2 ** 53 })],
    ["no remaining", body({ remaining: undefined })],
    ["no limit", body({ limit: null })],
    ["no reset", body({ reset: undefined })],
  ])("that is %s cannot be read", (_what, text) => {
    expect(evaluateCapacity(answer(text))).toEqual({ kind: "unreadable" });
  });
});

describe("a refusal", () => {
  const usedUp = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1900000000" };
  test.each([
    ["404", answer("{}", 404), { kind: "unlimited" }],
    ["401", answer("{}", 401), { kind: "refused" }],
    ["403, used up", answer("{}", 403, usedUp), { kind: "used-up", limit: 0, reset: 1.9e9 }],
    [
      "429, used up, with its limit",
      answer("{}", 429, { ...usedUp, "x-ratelimit-limit": "60" }),
      { kind: "used-up", limit: 60, reset: 1.9e9 },
    ],
    [
      "429, used up, with a reset that is none",
      answer("{}", 429, { ...usedUp, "x-ratelimit-reset": "soon" }),
      { kind: "used-up", limit: 0, reset: undefined },
    ],
    ["403 with requests left", answer("{}", 403, { "x-ratelimit-remaining": "9" }), "unreadable"],
    ["403 that tells nothing", answer("", 403), "unreadable"],
    ["429 that tells nothing", answer("{}", 429), "unreadable"],
    [
      "403, suspended",
      answer('{"message":"This installation has been suspended"}', 403),
      "refused",
    ],
    ["302", answer("", 302, { location: "https://elsewhere.example" }), "unreadable"],
    ["204", answer("", 204), "unreadable"],
    ["500", answer("{}", 500), "unreadable"],
  ])("%s", (_what, given, expected) => {
    const capacity = typeof expected === "string" ? { kind: expected } : expected;
    expect(evaluateCapacity(given)).toEqual(capacity);
  });
});

test("the forge's clock is used if a response contains its time", () => {
  const ours = new Date(0);
  const headers = { date: "Thu, 01 Jan 2026 12:00:00 GMT" };
  expect(readForgeClock({ headers }, ours)).toEqual(new Date("2026-01-01T12:00:00Z"));
  expect(readForgeClock({ headers: { date: "noon" } }, ours)).toBe(ours);
  expect(readForgeClock({ headers: {} }, ours)).toBe(ours);
});
