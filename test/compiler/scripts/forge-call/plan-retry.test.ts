import { describe, expect, test } from "vitest";
import {
  aheadMs,
  planRetry,
  readyAt,
} from "../../../../src/compiler/scripts/forge-call/plan-retry.ts";

const now = Date.parse("2026-01-01T00:00:00Z");
const pace = { tries: 3, firstWaitMs: 1000, longestWaitMs: 30_000 };
const plan = (status: number, headers: Record<string, string> = {}, tried = 1) =>
  planRetry({ status, headers }, tried, { pace, now });
const inSeconds = (seconds: number) => String(now / 1000 + seconds);
const asDate = (seconds: number) => new Date(now + seconds * 1000).toUTCString();

describe("a retry", () => {
  test("waits longer each time, and is not planned after the last attempt", () => {
    const waits = [1, 2, 3].map((tried) => planRetry(undefined, tried, { pace, now }));
    expect(waits).toEqual([1000, 2000, undefined]);
  });

  test.each([200, 201, 204, 301, 400, 401, 403, 404, 422])(
    "is not planned after status %i",
    (status) => {
      expect(plan(status)).toBeUndefined();
    },
  );

  test.each([429, 500, 502, 503, 504])("is planned after status %i", (status) => {
    expect(plan(status)).toBe(1000);
  });

  test.each([
    ["seconds", "7", 7000],
    ["zero seconds", "0", 0],
    ["more seconds than the maximum", "3600", 30_000],
    ["a date", asDate(7), 7000],
    ["a date in the past", asDate(-7), 0],
    ["nonsense", "soon", 1000],
    ["a negative number", "-5", 1000],
  ])("waits the expected time if Retry-After is %s", (_, text, wanted) => {
    expect(plan(503, { "retry-after": text })).toBe(wanted);
    expect(plan(403, { "retry-after": text })).toBe(wanted);
  });

  test("interprets dates relative to the forge's clock", () => {
    const headers = { date: asDate(3600), "retry-after": asDate(3607) };
    expect(plan(503, headers)).toBe(7000);
  });

  test("waits for a rate limit that is reset soon, but not for a later reset", () => {
    const used = { "x-ratelimit-remaining": "0" };
    expect(plan(403, { ...used, "x-ratelimit-reset": inSeconds(9) })).toBe(9000);
    expect(plan(429, { ...used, "x-ratelimit-reset": inSeconds(31) })).toBeUndefined();
    expect(plan(403, { "x-ratelimit-remaining": "5", "x-ratelimit-reset": inSeconds(9) })).toBe(
      undefined,
    );
    expect(plan(500, { ...used, "x-ratelimit-reset": inSeconds(31) })).toBe(1000);
  });
});

test("the time of the next allowed request is returned if the forge specifies it", () => {
  const at = (headers: Record<string, string>) => readyAt({ status: 429, headers }, now);
  expect(at({ "retry-after": "60" })).toEqual(new Date(now + 60_000));
  expect(at({ "x-ratelimit-reset": inSeconds(90) })).toEqual(new Date(now + 90_000));
  expect([at({}), at({ "retry-after": "x" }), at({ "x-ratelimit-reset": "9".repeat(20) })]).toEqual(
    Array(3).fill(undefined),
  );
});

test("a missing or invalid Date header means no clock offset", () => {
  expect(aheadMs({ headers: { date: asDate(90) } }, now)).toBe(90_000);
  expect([aheadMs({ headers: {} }, now), aheadMs({ headers: { date: "x" } }, now)]).toEqual([0, 0]);
});
