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
  test("is read back as it was written, with and without a consent", () => {
    const { consent: _, ...without } = decision;
    for (const each of [decision, without]) {
      expect(parseDecision(renderDecision(each), path)).toEqual(each);
    }
  });

  test.each<[string, unknown]>([
    ["nothing", null],
    ["a list", []],
    ["another version", { ...decision, version: 2 }],
    ["another profile", { ...decision, choice: { ...decision.choice, profile: "root" } }],
    ["a flag that is a word", { ...decision, choice: { ...decision.choice, pat: "true" } }],
    ["no choice", { ...decision, choice: undefined }],
    ["no scope", { ...decision, scope: undefined }],
    ["nobody who decided", { ...decision, decidedBy: 7 }],
    ["nobody's name for who decided", { ...decision, decidedBy: "" }],
    ["a day that is none", { ...decision, decidedAt: "soon" }],
    ["no evidence of billing", { ...decision, entitlement: {} }],
    [
      "a state of billing that there is not",
      { ...decision, entitlement: { ...paid, state: "paid" } },
    ],
    ["billing without what was seen", { ...decision, entitlement: { state: "active" } }],
    ["a confirmation that is a yes", { ...decision, entitlement: { ...paid, confirmation: true } }],
    ["a confirmation of nobody", { ...decision, entitlement: { ...paid, confirmation: {} } }],
    ["a confirmation without a name", confirmedWith({ administrator: "" })],
    ["a confirmation by a number", confirmedWith({ confirmedBy: 7 })],
    ["a confirmation at no time", confirmedWith({ confirmedAt: "lately" })],
    ["a consent that is none", { ...decision, consent: { version: 1, operator: "mona" } }],
    ["a consent that is a yes", { ...decision, consent: true }],
    ["a consent of nobody", { ...decision, consent: { ...decision.consent, operator: "" } }],
    [
      "a consent without an end",
      { ...decision, consent: { ...decision.consent, expiresAt: "soon" } },
    ],
  ])("is none with %s", (_, json) => {
    const read = () => parseDecision(JSON.stringify(json), path);
    expect(read).toThrow(`${path} is not a valid gatehouse decision.`);
  });

  test("that is not JSON is refused without repeating its text", () => {
    const read = () => parseDecision("ghp_not-json", path);
    expect(read).toThrow(`${path} is not a valid gatehouse decision.`);
    expect(read).not.toThrow("ghp_");
  });
});
