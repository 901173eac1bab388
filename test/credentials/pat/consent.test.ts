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

describe("the phrase", () => {
  it("names the resource owner", () => {
    expect(consentPhrase("acme")).toBe("use my PAT for acme");
  });

  test.each(["use my PAT for acme", "  Use my  pat for ACME "])("%j is consent", (typed) => {
    expect(checkConsentPhrase(typed, "acme")).toBeUndefined();
  });

  test.each(["", " ", "y", "yes", "true", "use my PAT", "use my PAT for globex"])(
    "%j is not consent, and the text to type is shown",
    (typed) => {
      expect(checkConsentPhrase(typed, "acme")).toMatch(/ype: use my PAT for acme$/);
    },
  );
});

test.each([
  ["", "To consent, type: use my PAT for acme"],
  [" \t ", "To consent, type: use my PAT for acme"],
  ["yes", "The phrase does not match. Type: use my PAT for acme"],
])("after %j the message is: %s", (typed, text) => {
  expect(checkConsentPhrase(typed, "acme")).toBe(text);
});

describe("the five disclosures", () => {
  it("contain the five items of the specification, each with its own id", () => {
    expect(patDisclosures.map(({ id }) => id)).toEqual([
      "user-bound",
      "long-lived",
      "one-owner",
      "policy-and-gaps",
      "manual-rotation",
    ]);
  });
});

describe("the note", () => {
  it("contains the person, time, text, expiry, and the person who rotates", () => {
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

  it("is read as it was written", () => {
    expect(v.parse(noteShape, JSON.parse(JSON.stringify(note)))).toEqual(note);
  });

  test.each<[what: string, json: unknown]>([
    ["nothing", undefined],
    ["another version", { ...note, version: 2 }],
    ["no operator", { ...note, operator: "" }],
    ["no time", { ...note, consentedAt: "yesterday" }],
    ["no list", { ...note, disclosures: "all" }],
    ["a list of other things", { ...note, repositories: [1] }],
  ])("with %s is none", (_, json) => {
    expect(v.is(noteShape, json)).toBe(false);
  });
});

describe("consent that was given", () => {
  const current = { resourceOwner: "acme", scope: "a.b.c.d", now };

  it("remains valid while nothing changes", () => {
    expect(validateConsent(note, current)).toEqual({ isGiven: true });
  });

  test.each<[what: string, note: ConsentNote | undefined, change: object, because: RegExp]>([
    ["no note", undefined, {}, /a stored PAT does not count as consent/],
    ["another owner", note, { resourceOwner: "globex" }, /is for acme, not for globex/],
    ["another scope", note, { scope: "x.b.c.d" }, /changed since/],
    [
      "the end of the token",
      note,
      { now: new Date("2030-01-31T00:00:00Z") },
      /expired at 2030-01-31/,
    ],
    [
      "a missing disclosure",
      { ...note, disclosures: ["user-bound"] },
      {},
      /^these disclosures were not shown: Long-lived/,
    ],
    ["other words", { ...note, phrase: "ok" }, {}, /is for/],
  ])("becomes invalid with %s", (_, given, change, reason) => {
    expect(validateConsent(given, { ...current, ...change })).toEqual({
      isGiven: false,
      reason: expect.stringMatching(reason),
    });
  });
});
