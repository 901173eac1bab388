import { describe, expect, test } from "vitest";
import { parseDecision, renderDecision, type Decision } from "../../../src/plane/scope/decision.ts";
import { writeConsentNote } from "../../../src/credentials/pat/consent.ts";

const path = ".forge/control-plane-decision.json";
const decision: Decision = {
  version: 1,
  choice: { profile: "pat", readApp: false, writeApp: false, pat: true },
  scope: "a.b.c.d",
  decidedBy: "mona",
  decidedAt: "2026-01-01T00:00:00.000Z",
  entitlement: {
    state: "inconclusive",
    evidence: "the billing endpoint responded with 403",
    confirmation: {
      administrator: "olga",
      confirmedBy: "mona",
      confirmedAt: "2026-01-01T00:00:00Z",
    },
  },
  consent: writeConsentNote({
    operator: "mona",
    resourceOwner: "acme",
    repositories: ["acme/control"],
    rotationOwner: "olga",
    scope: "a.b.c.d",
    expiresAt: new Date("2026-02-01T00:00:00Z"),
    now: new Date("2026-01-01T00:00:00Z"),
  }),
};

const paid = decision.entitlement;
const confirmedWith = (change: object) => ({
  ...decision,
  entitlement: { ...paid, confirmation: { ...paid.confirmation, ...change } },
});

describe("a decision", () => {
  test("is read back as it was written, with and without consent", () => {
    const { consent: _, ...without } = decision;
    for (const each of [decision, without]) {
      expect(parseDecision(renderDecision(each), path)).toEqual(each);
    }
  });

  test.each<[string, unknown]>([
    ["nothing", null],
    ["a list", []],
    ["an unknown version", { ...decision, version: 2 }],
    ["an unknown profile", { ...decision, choice: { ...decision.choice, profile: "root" } }],
    ["a flag that is a string", { ...decision, choice: { ...decision.choice, pat: "true" } }],
    ["a missing choice", { ...decision, choice: undefined }],
    ["a missing scope", { ...decision, scope: undefined }],
    ["a decision-maker that is not a name", { ...decision, decidedBy: 7 }],
    ["an empty decision-maker", { ...decision, decidedBy: "" }],
    ["an invalid date", { ...decision, decidedAt: "soon" }],
    ["missing billing evidence", { ...decision, entitlement: {} }],
    ["an unknown billing state", { ...decision, entitlement: { ...paid, state: "paid" } }],
    ["a billing state without evidence", { ...decision, entitlement: { state: "active" } }],
    [
      "a confirmation that is only true",
      { ...decision, entitlement: { ...paid, confirmation: true } },
    ],
    ["an empty confirmation", { ...decision, entitlement: { ...paid, confirmation: {} } }],
    ["a confirmation without an administrator", confirmedWith({ administrator: "" })],
    ["a confirmation by a number", confirmedWith({ confirmedBy: 7 })],
    ["a confirmation with an invalid time", confirmedWith({ confirmedAt: "lately" })],
    ["an incomplete consent", { ...decision, consent: { version: 1, operator: "mona" } }],
    ["a consent that is only true", { ...decision, consent: true }],
    [
      "a consent without an operator",
      { ...decision, consent: { ...decision.consent, operator: "" } },
    ],
    [
      "a consent with an invalid expiry",
      { ...decision, consent: { ...decision.consent, expiresAt: "soon" } },
    ],
  ])("is invalid with %s", (_, json) => {
    const read = () => parseDecision(JSON.stringify(json), path);
    expect(read).toThrow(`${path} is not a valid gatehouse decision.`);
  });

  test("that is not JSON is refused, and its text is not repeated", () => {
    const read = () => parseDecision("ghp_not-json", path);
    expect(read).toThrow(`${path} is not a valid gatehouse decision.`);
    expect(read).not.toThrow("ghp_");
  });
});
