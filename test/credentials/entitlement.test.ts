import { describe, expect, it, test } from "vitest";
import {
  confirmEntitlement,
  findAgentFallbacks,
  evaluateEntitlement,
} from "../../src/credentials/entitlement.ts";
import type { Entitlement } from "../../src/credentials/entitlement.ts";
import type { BillingAnswer } from "../../src/forge/resources/organizations.ts";
import { brands } from "../../src/forge/brand.ts";

function answered(seats: number, setting: string): BillingAnswer {
  return { kind: "reported", seats, setting };
}

function refused(status: number): BillingAnswer {
  return { kind: "unreported", status };
}

describe("the billing response", () => {
  test.each<[answer: BillingAnswer | undefined, state: Entitlement["state"], evidence: RegExp]>([
    [answered(5, "assign_selected"), "active", /5 seats, setting "assign_selected"/],
    [answered(1, "assign_all"), "active", /1 seats/],
    [answered(0, "unconfigured"), "unavailable", /0 seats, setting "unconfigured"/],
    [answered(0, "assign_all"), "inconclusive", /0 seats/],
    [answered(0, "disabled"), "inconclusive", /disabled/],
    [answered(5, "disabled"), "inconclusive", /disabled/],
    [answered(5, "unconfigured"), "inconclusive", /unconfigured/],
    [{ kind: "misshapen" }, "inconclusive", /lacks/],
    [refused(401), "inconclusive", /401/],
    [refused(403), "inconclusive", /only organization owners/],
    [refused(404), "inconclusive", /404/],
    [refused(422), "inconclusive", /422$/],
    [refused(500), "inconclusive", /500$/],
    [undefined, "inconclusive", /the billing endpoint did not respond/],
  ])("%j means %s", (answer, state, evidence) => {
    const entitlement = evaluateEntitlement(answer);
    expect(entitlement.state).toBe(state);
    expect(entitlement.evidence).toMatch(evidence);
  });
});

it("an administrator's confirmation is recorded with their name and the name of the reporter", () => {
  const now = new Date("2030-01-01T00:00:00Z");
  const role = "administrator";
  expect(confirmEntitlement({ administrator: " hubot ", role, operator: "mona", now })).toEqual({
    administrator: "hubot",
    role,
    confirmedBy: "mona",
    confirmedAt: "2030-01-01T00:00:00.000Z",
  });
});

describe("agent-specific fallbacks", () => {
  it("are found among the names of variables and secrets", () => {
    const names = [
      "AGENT_FORGE_TOKEN",
      "MY_AGENT_API_KEY",
      "AGENT_PAT",
      "agent_secret",
      "AGENT_TOKEN",
    ];
    expect(findAgentFallbacks(names, brands.forge)).toEqual(names.toSorted());
  });

  it("are also found under the names of the GitHub naming convention", () => {
    const names = ["COPILOT_GITHUB_TOKEN", "AGENT_FORGE_TOKEN"];
    expect(findAgentFallbacks(names, brands.github)).toEqual(names.toSorted());
  });

  test.each([
    ["CP_FORGE_TOKEN"],
    ["CP_FORGE_READ_APP_PRIVATE_KEY"],
    ["AGENT_MODEL"],
    ["USER_AGENT"],
    ["REAGENT_TOKEN"],
    ["DEPENDENCY_REVIEW_ENABLED"],
  ])("do not include %s", (name) => {
    expect(findAgentFallbacks([name], brands.forge)).toEqual([]);
  });
});
