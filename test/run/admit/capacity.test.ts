import { describe, expect, test } from "vitest";
import { evaluateCapacity, readForgeClock } from "../../../src/run/admit/capacity.ts";

const core = { limit: 5000, used: 1, remaining: 4999, reset: 1_900_000_000 };
const body = (change: object) => JSON.stringify({ resources: { core: { ...core, ...change } } });
const answer = (text: string, status = 200, headers: Record<string, string> = {}) => ({
  status,
  headers,
  text,
});

describe("the capacity in a rate limit response", () => {
  test("comes only from the core resource", () => {
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
    ["a truncated document", body({}).slice(0, -1)],
    ["an empty response", ""],
    ["an HTML page", "<html>sign in</html>"],
    ["null", "null"],
    ["a list", "[]"],
    ["a response without resources", "{}"],
    ["resources that are a list", '{"resources":[1]}'],
    ["a response without the core resource", '{"resources":{}}'],
    ["a remaining count that is a string", body({ remaining: "4999" })],
    ["a fractional remaining count", body({ remaining: 0.5 })],
    ["a negative remaining count", body({ remaining: -1 })],
    ["a remaining count above the safe integer range", body({ remaining: 2 ** 53 })],
    ["a response without a remaining count", body({ remaining: undefined })],
    ["a limit of null", body({ limit: null })],
    ["a response without a reset", body({ reset: undefined })],
  ])("cannot be read from %s", (_what, text) => {
    expect(evaluateCapacity(answer(text))).toEqual({ kind: "unreadable" });
  });
});

describe("the capacity after the status", () => {
  const usedUp = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1900000000" };
  test.each([
    ["404", answer("{}", 404), { kind: "unlimited" }],
    ["401", answer("{}", 401), { kind: "refused" }],
    [
      "403 without requests left",
      answer("{}", 403, usedUp),
      { kind: "used-up", limit: 0, reset: 1.9e9 },
    ],
    [
      "429 without requests left, with the limit",
      answer("{}", 429, { ...usedUp, "x-ratelimit-limit": "60" }),
      { kind: "used-up", limit: 60, reset: 1.9e9 },
    ],
    [
      "429 without requests left, with an invalid reset",
      answer("{}", 429, { ...usedUp, "x-ratelimit-reset": "soon" }),
      { kind: "used-up", limit: 0, reset: undefined },
    ],
    ["403 with requests left", answer("{}", 403, { "x-ratelimit-remaining": "9" }), "unreadable"],
    ["403 without details", answer("", 403), "unreadable"],
    ["429 without details", answer("{}", 429), "unreadable"],
    [
      "403 for a suspended installation",
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
