import { describe, expect, it, test } from "vitest";
import { isPatEligible, evaluatePatConditions } from "../../../src/credentials/pat/eligibility.ts";
import type { PatConditionId, PatEvidence } from "../../../src/credentials/pat/eligibility.ts";

const good: PatEvidence = {
  owners: ["acme"],
  canSelectOwner: true,
  access: new Map([
    ["acme/web", true],
    ["acme/api", true],
  ]),
  policyPermits: true,
  approvalObtainable: true,
  requiredApis: ["contents", "issues"],
  canBeLimited: true,
  lifetimeDays: 30,
  rotationOwner: "mona",
};
const { lifetimeDays: _, ...endless } = good;
const { rotationOwner: __, ...unowned } = good;

type Case = [what: string, evidence: PatEvidence, id: PatConditionId, expected: string];

describe("the five conditions for a PAT", () => {
  it("if all are met, the PAT is eligible, with evidence for each condition", () => {
    const conditions = evaluatePatConditions(good);
    expect(isPatEligible(conditions)).toBe(true);
    expect(conditions.map(({ id, state, source }) => `${id} ${state} (${source})`)).toEqual([
      "access holds (forge and operator)",
      "policy holds (operator)",
      "one-owner holds (settings)",
      "apis holds (settings)",
      "limits holds (operator)",
    ]);
    for (const { evidence, waysOut } of conditions) {
      expect(evidence).not.toBe("");
      expect(waysOut).toEqual([]);
    }
    expect(conditions.at(-1)?.evidence).toBe(
      "it can be limited to these repositories and permissions; it expires after 30 days; mona rotates it",
    );
  });

  const broken: Case[] = [
    [
      "another resource owner",
      { ...good, canSelectOwner: false },
      "access",
      "the organization cannot be selected as resource owner; access to acme/web is sufficient; access to acme/api is sufficient",
    ],
    [
      "a repository without sufficient access",
      { ...good, access: new Map([["acme/x", false]]) },
      "access",
      "the organization can be selected as resource owner; access to acme/x is not sufficient",
    ],
    [
      "a policy that forbids PATs",
      { ...good, policyPermits: false },
      "policy",
      "policy forbids PATs",
    ],
    [
      "an approval after the first run",
      { ...good, approvalObtainable: false },
      "policy",
      "policy permits PATs; approval is not possible before the first run",
    ],
    ["two owners", { ...good, owners: ["acme", "globex"] }, "one-owner", "acme, globex"],
    [
      "the Checks API",
      { ...good, requiredApis: ["checks"] },
      "apis",
      "Checks: not supported, and a classic PAT is not an alternative",
    ],
    [
      "the Packages API",
      { ...good, requiredApis: ["Packages API"] },
      "apis",
      "Packages: not supported, and a classic PAT is not an alternative",
    ],
    [
      "an unknown API",
      { ...good, requiredApis: ["telepathy"] },
      "apis",
      "telepathy: not supported, and a classic PAT is not an alternative",
    ],
    [
      "a token that cannot be limited",
      { ...good, canBeLimited: false },
      "limits",
      "cannot be limited",
    ],
    ["no expiry", endless, "limits", "no expiry"],
    [
      "no rotation owner",
      unowned,
      "limits",
      "it can be limited to these repositories and permissions; it expires after 30 days; no rotation owner is named",
    ],
  ];
  test.each(broken)(
    "with %s, exactly one condition is not met, and alternatives are named",
    (_what, evidence, id, expected) => {
      const conditions = evaluatePatConditions(evidence);
      expect(isPatEligible(conditions)).toBe(false);
      const failing = conditions.filter(({ state }) => state !== "holds");
      expect(failing).toEqual([
        expect.objectContaining({
          id,
          state: "broken",
          evidence: expect.stringContaining(expected),
        }),
      ]);
      expect(failing[0]?.waysOut).toContain("Install the Apps instead.");
    },
  );

  const unknown: Case[] = [
    [
      "who can be resource owner",
      { ...good, canSelectOwner: "unknown" },
      "access",
      "unknown whether the organization",
    ],
    [
      "the access to anything",
      { ...good, access: new Map() },
      "access",
      "the organization can be selected as resource owner; unknown whether access to the enrolled repositories is sufficient",
    ],
    [
      "the access to one",
      { ...good, access: new Map([["acme/x", "unknown"]]) },
      "access",
      "acme/x",
    ],
    ["policy", { ...good, policyPermits: "unknown" }, "policy", "unknown whether policy"],
    ["approval", { ...good, approvalObtainable: "unknown" }, "policy", "unknown whether approval"],
    ["the owner", { ...good, owners: [] }, "one-owner", "unknown whether"],
    ["the limits", { ...good, canBeLimited: "unknown" }, "limits", "unknown whether it can be"],
  ];
  test.each(unknown)(
    "with %s unknown, the PAT is not eligible until the condition is confirmed",
    (_what, evidence, id, expected) => {
      const conditions = evaluatePatConditions(evidence);
      expect(isPatEligible(conditions)).toBe("unknown");
      expect(conditions.filter(({ state }) => state !== "holds")).toEqual([
        expect.objectContaining({
          id,
          state: "unknown",
          evidence: expect.stringContaining(expected),
        }),
      ]);
    },
  );

  it("all unmet conditions are reported at once", () => {
    const conditions = evaluatePatConditions({
      owners: ["acme", "globex"],
      canSelectOwner: false,
      access: new Map(),
      policyPermits: false,
      approvalObtainable: "unknown",
      requiredApis: ["checks"],
      canBeLimited: false,
    });
    expect(conditions.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => "broken"));
    expect(isPatEligible(conditions)).toBe(false);
  });

  it("fewer than five answers are not enough", () => {
    expect(isPatEligible(evaluatePatConditions(good).slice(1))).toBe("unknown");
    expect(isPatEligible([])).toBe("unknown");
  });
});
