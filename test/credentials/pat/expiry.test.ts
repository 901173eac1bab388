import { expect, it, test } from "vitest";
import { daysLeft, readTokenExpiry, refuseExpiry } from "../../../src/credentials/pat/expiry.ts";

const now = new Date("2030-01-01T00:00:00Z");

test.each([
  ["2030-01-31 19:07:53 UTC", "2030-01-31T19:07:53.000Z"],
  ["2030-01-31 19:07:53 +0200", "2030-01-31T17:07:53.000Z"],
  ["2030-01-31 19:07:53 -07:30", "2030-02-01T02:37:53.000Z"],
  ["2030-01-31T19:07:53Z", "2030-01-31T19:07:53.000Z"],
  [" 2030-01-31 19:07:53 UTC ", "2030-01-31T19:07:53.000Z"],
])("the header %s means %s", (header, expected) => {
  const expiry = readTokenExpiry(header);
  expect(expiry).toEqual({ kind: "at", at: new Date(expected) });
  expect(refuseExpiry(expiry, now)).toBeUndefined();
});

test.each(["", "soon", "2030-13-45 00:00:00 UTC", "2030-01-31", "1900000000"])(
  "the header %j is invalid, which does not count as no expiry",
  (header) => {
    expect(readTokenExpiry(header)).toEqual({ kind: "unreadable" });
    expect(refuseExpiry(readTokenExpiry(header), now)).toMatch(
      /Could not read when the token expires\./,
    );
  },
);

it("a token without the header never expires and is refused for that reason", () => {
  expect(readTokenExpiry(undefined)).toEqual({ kind: "never" });
  expect(refuseExpiry({ kind: "never" }, now)).toMatch(/never expires/);
});

it("an expired token is refused", () => {
  expect(refuseExpiry({ kind: "at", at: now }, now)).toMatch(/expired at 2030-01-01/);
});

it("the remaining time is counted in full days", () => {
  expect(daysLeft(new Date("2030-01-08T12:00:00Z"), now)).toBe(7);
  expect(daysLeft(new Date("2029-12-31T12:00:00Z"), now)).toBe(-1);
});
