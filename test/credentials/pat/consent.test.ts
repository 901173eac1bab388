import * as v from "valibot";
import { describe, expect, it, test } from "vitest";
import {
  checkConsentPhrase,
  consentPhrase,
  validateConsent,
  noteShape,
  writeConsentNote,
} from "../../../src/credentials/pat/consent.ts";
import type { ConsentNote } from "../../../src/credentials/pat/consent.ts";
import { patDisclosures } from "../../../src/credentials/pat/disclosures.ts";

const now = new Date("2030-01-01T00:00:00Z");
const note = writeConsentNote({
  operator: "mona",
  resourceOwner: "acme",
  repositories: ["acme/web"],
  rotationOwner: "mona",
  scope: "a.b.c.d",
  expiresAt: new Date("2030-01-31T00:00:00Z"),
  now,
});

describe("the consent phrase", () => {
  it("contains the resource owner", () => {
    expect(consentPhrase("acme")).toBe("use my PAT for acme");
  });

  test.each(["use my PAT for acme", "  Use my  pat for ACME "])("%j is consent", (typed) => {
    expect(checkConsentPhrase(typed, "acme")).toBeUndefined();
  });

  test.each(["", " ", "y", "yes", "true", "use my PAT", "use my PAT for globex"])(
    "%j is not consent, and the required phrase is shown",
    (typed) => {
      expect(checkConsentPhrase(typed, "acme")).toMatch(/ype: use my PAT for acme$/);
    },
  );
});

test.each([
  ["", "To consent, type: use my PAT for acme"],
  [" \t ", "To consent, type: use my PAT for acme"],
  ["yes", "The phrase does not match. Type: use my PAT for acme"],
])("after the input %j, the message is: %s", (typed, text) => {
  expect(checkConsentPhrase(typed, "acme")).toBe(text);
});

describe("the five disclosures of a PAT", () => {
  it("match the five items of the specification, each with its own ID", () => {
    expect(patDisclosures.map(({ id }) => id)).toEqual([
      "user-bound",
      "long-lived",
      "one-owner",
      "policy-and-gaps",
      "manual-rotation",
    ]);
  });
});

describe("the consent note", () => {
  it("contains the operator, time, phrase, expiry and rotation owner", () => {
    expect(note).toMatchInlineSnapshot(`
      {
        "consentedAt": "2030-01-01T00:00:00.000Z",
        "disclosures": [
          "user-bound",
          "long-lived",
          "one-owner",
          "policy-and-gaps",
          "manual-rotation",
        ],
        "expiresAt": "2030-01-31T00:00:00.000Z",
        "operator": "mona",
        "phrase": "use my PAT for acme",
        "repositories": [
          "acme/web",
        ],
        "resourceOwner": "acme",
        "rotationOwner": "mona",
        "scope": "a.b.c.d",
        "version": 1,
      }
    `);
  });

  it("is read back as it was written", () => {
    expect(v.parse(noteShape, JSON.parse(JSON.stringify(note)))).toEqual(note);
  });

  test.each<[what: string, json: unknown]>([
    ["nothing", undefined],
    ["another version", { ...note, version: 2 }],
    ["an empty operator", { ...note, operator: "" }],
    ["an invalid time", { ...note, consentedAt: "yesterday" }],
    ["disclosures that are not a list", { ...note, disclosures: "all" }],
    ["repositories that are not names", { ...note, repositories: [1] }],
  ])("with %s is not valid", (_, json) => {
    expect(v.is(noteShape, json)).toBe(false);
  });
});

describe("a given consent", () => {
  const current = { resourceOwner: "acme", scope: "a.b.c.d", now };

  it("remains valid while nothing changes", () => {
    expect(validateConsent(note, current)).toEqual({ isGiven: true });
  });

  test.each<[what: string, note: ConsentNote | undefined, change: object, because: RegExp]>([
    ["a missing note", undefined, {}, /a stored PAT does not count as consent/],
    ["another owner", note, { resourceOwner: "globex" }, /is for acme, not for globex/],
    ["another scope", note, { scope: "x.b.c.d" }, /changed since/],
    ["an expired token", note, { now: new Date("2030-01-31T00:00:00Z") }, /expired at 2030-01-31/],
    [
      "a missing disclosure",
      { ...note, disclosures: ["user-bound"] },
      {},
      /^these disclosures were not shown: Long-lived/,
    ],
    ["another phrase", { ...note, phrase: "ok" }, {}, /is for/],
  ])("is invalid with %s", (_, given, change, reason) => {
    expect(validateConsent(given, { ...current, ...change })).toEqual({
      isGiven: false,
      reason: expect.stringMatching(reason),
    });
  });
});
