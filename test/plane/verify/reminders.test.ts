import { describe, expect, test } from "vitest";
import { findReminders } from "../../../src/plane/verify/reminders.ts";
import type { Decision } from "../../../src/plane/scope/decision.ts";
import { writeConsentNote } from "../../../src/credentials/pat/consent.ts";

const expiresAt = new Date("2026-03-31T12:00:00Z");

function decisionWith(consent: boolean): Decision {
  const note = writeConsentNote({
    operator: "mona",
    now: new Date("2026-01-01T00:00:00Z"),
    scope: "a.b.c.d",
    resourceOwner: "acme",
    repositories: ["acme/control"],
    rotationOwner: "mona",
    expiresAt,
  });
  return {
    version: 1,
    choice: { profile: "pat", readApp: false, writeApp: false, pat: true },
    scope: "a.b.c.d",
    decidedBy: "mona",
    decidedAt: "2026-01-01T00:00:00Z",
    entitlement: { state: "active", evidence: "5 seats" },
    ...(consent && { consent: note }),
  } as Decision;
}

const before = (days: number) => new Date(expiresAt.getTime() - days * 86_400_000);

describe("the expiry of a PAT", () => {
  test.each([
    [31, undefined],
    [30, { state: "due", within: 30, daysLeft: 30 }],
    [15, { state: "due", within: 30, daysLeft: 15 }],
    [14, { state: "due", within: 14, daysLeft: 14 }],
    [8, { state: "due", within: 14, daysLeft: 8 }],
    [7, { state: "due", within: 7, daysLeft: 7 }],
    [0.5, { state: "due", within: 7, daysLeft: 0 }],
    [0, { state: "expired", within: 0, daysLeft: 0 }],
    [-3, { state: "expired", within: 0, daysLeft: -3 }],
  ])("is reported %s days in advance as %o", (days, expected) => {
    const reminders = findReminders({ decision: decisionWith(true), now: before(days) });
    expect(reminders).toMatchObject(expected === undefined ? [] : [expected]);
  });

  test.each([
    [10, "The PAT expires in 10 days, on 2026-03-31. Rotation owner: mona."],
    [1, "The PAT expires in 1 day, on 2026-03-31. Rotation owner: mona."],
    [0.5, "The PAT expires within a day, on 2026-03-31. Rotation owner: mona."],
    [-1, "The PAT expired on 2026-03-31. Rotation owner: mona."],
  ])("is announced in a sentence %s days in advance", (days, text) => {
    expect(findReminders({ decision: decisionWith(true), now: before(days) })).toMatchObject([
      { text },
    ]);
  });

  test("has no reminder without consent or without a decision", () => {
    expect(findReminders({ decision: decisionWith(false), now: expiresAt })).toEqual([]);
    expect(findReminders({ decision: undefined, now: expiresAt })).toEqual([]);
  });
});
