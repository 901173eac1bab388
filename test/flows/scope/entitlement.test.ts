import { describe, expect, test } from "vitest";
import { described, openScopeBench, readDecision, type ScopeBench } from "./scope-bench.ts";

const confirmed = { ...described, "billing-administrator": "hubot", "billing-confirmed": true };
const makeAdministrator = (bench: ScopeBench) =>
  bench.changeWorld({ organizations: { acme: { members: { hubot: "admin" } } } });
const billing = (answer: unknown) => async (bench: ScopeBench) =>
  bench.changeWorld({ organizations: { acme: { billing: answer } } });
const fault = (status: number, times: number) => async (bench: ScopeBench) => {
  const on = "GET /orgs/acme/copilot/billing";
  bench.emulator.setFaults([{ on, times, play: { kind: "status", status, message: "no" } }]);
  return Promise.resolve();
};

test("active organization billing is enough evidence, so no question is asked", async () => {
  const bench = await openScopeBench();
  const { error, text } = await bench.setUpScope(described);
  expect(error).toBeUndefined();
  expect(text).toContain("organization billing is active (5 seats, setting");
  expect((await readDecision(bench))?.entitlement).toEqual({
    state: "active",
    evidence: '5 seats, setting "assign_selected"',
  });
});

test("without billing the setup stops before any profile is chosen", async () => {
  const bench = await openScopeBench();
  await bench.changeWorld({
    organizations: { acme: { billing: { total: 0, setting: "unconfigured" } } },
  });
  const { error, asked } = await bench.setUpScope(confirmed);
  expect(error).toMatchObject({ exitCode: 5 });
  expect(error?.message).toContain(
    'No billing for agent inference found for acme: 0 seats, setting "unconfigured".',
  );
  expect(asked.map(({ id }) => id)).not.toContain("billing-administrator");
  expect(await readDecision(bench)).toBeNull();
  expect(await bench.apps()).toEqual([]);
});

const inconclusive: Record<string, [(bench: ScopeBench) => Promise<void>, string]> = {
  "to a user who is not an owner": [
    (bench) => bench.leaveOwners(),
    "the billing endpoint responded with 403: only organization owners have access",
  ],
  "without any information": [
    billing(null),
    "the billing endpoint responded with 404: the organization does not exist or is not visible to you",
  ],
  "with a server error": [fault(500, 0), "the billing endpoint did not respond"],
  "with status 422": [fault(422, 1), "the billing endpoint responded with 422"],
  "without the number of seats": [fault(200, 1), "lacks the number of seats"],
  "with 0 seats and a setting": [
    billing({ total: 0, setting: "assign_selected" }),
    '0 seats, setting "assign_selected"',
  ],
  "with seats that are switched off": [
    billing({ total: 5, setting: "disabled" }),
    '5 seats, setting "disabled"',
  ],
};

describe("an inconclusive answer", () => {
  test.each(Object.entries(inconclusive))(
    "%s needs the confirmation of an administrator, whose name is recorded",
    async (_, [prepare, evidence]) => {
      const bench = await openScopeBench();
      await makeAdministrator(bench);
      await prepare(bench);
      const { error, outcome } = await bench.setUpScope(confirmed);
      expect(error).toBeUndefined();
      expect(outcome?.profile).toBe("workflow-token");
      const entitlement = (await readDecision(bench))?.entitlement;
      expect(entitlement).toMatchObject({
        state: "inconclusive",
        evidence: expect.stringContaining(evidence) as string,
        confirmation: { administrator: "hubot", role: "administrator", confirmedBy: "mona" },
      });
    },
  );

  test("stops if the confirmation is missing, and the next run asks again", async () => {
    const bench = await openScopeBench();
    await bench.leaveOwners();
    const { error } = await bench.setUpScope({ ...confirmed, "billing-confirmed": false });
    expect(error).toMatchObject({ exitCode: 5 });
    expect(await readDecision(bench)).toBeNull();
    const { outcome, asked } = await bench.setUpScope(confirmed);
    expect(outcome?.profile).toBe("workflow-token");
    expect(asked.map(({ id }) => id)).toEqual([
      "billing-administrator",
      "billing-confirmed",
      "profile-workflow-token",
      "control-file",
      "firewall",
      "engine",
    ]);
  });

  test.each<[string, string, (bench: ScopeBench) => Promise<void>]>([
    [
      "a member",
      "hubot is not an administrator of acme. The role is member.",
      billing({ total: 5, setting: "disabled" }),
    ],
    [
      "an account outside the organization",
      "hubot is not a member of acme.",
      (bench) =>
        bench.changeWorld({
          organizations: {
            acme: { members: { hubot: null }, billing: { total: 5, setting: "disabled" } },
          },
        }),
    ],
  ])("cannot be confirmed by %s", async (_, problem, prepare) => {
    const bench = await openScopeBench();
    await prepare(bench);
    const { error } = await bench.setUpScope(confirmed);
    expect(error?.message).toContain(problem);
    expect(await readDecision(bench)).toBeNull();
  });

  test("shows and records that the administrator's role is unverified if it is not visible", async () => {
    const bench = await openScopeBench();
    await bench.leaveOwners();
    const on = "GET /orgs/acme/memberships/hubot";
    bench.emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 403 } }]);
    const { error, text } = await bench.setUpScope(confirmed);
    expect(error).toBeUndefined();
    expect(text).toContain("billing confirmed by hubot, role unverified");
    expect((await readDecision(bench))?.entitlement.confirmation).toMatchObject({
      administrator: "hubot",
      role: "unverified",
    });
  });

  test("is asked again if the person is no longer an administrator in a resumed setup", async () => {
    const bench = await openScopeBench();
    await bench.leaveOwners();
    const stopped = await bench.setUpScope(confirmed, { stopDuring: "facts" });
    expect(stopped.error?.message).toContain("Stopped");
    await bench.changeWorld({ organizations: { acme: { members: { hubot: "member" } } } });
    const { error } = await bench.setUpScope(confirmed);
    expect(error?.message).toBe("hubot is not an administrator of acme. The role is member.");
    expect((await bench.journal()).answers().map(({ id }) => id)).toEqual(["scope"]);
  });

  test("is not resolved by an invalid name", async () => {
    const bench = await openScopeBench();
    await bench.leaveOwners();
    const { error } = await bench.setUpScope({ ...confirmed, "billing-administrator": " " });
    expect(error?.message).toContain(
      "An account name has at most 39 letters, digits, - and _. Example: mona.",
    );
  });
});

test("a token for agents is named as unsupported, and changes nothing", async () => {
  const bench = await openScopeBench();
  const variables = "/repos/acme/control/actions/variables";
  await bench.send("POST", variables, { name: "AGENT_FORGE_TOKEN", value: "none of ours" });
  await bench.send("POST", variables, { name: "CP_AGENT_API_KEY", value: "neither" });
  const { text, outcome } = await bench.setUpScope(described);
  expect(text).toContain("Unused, unsupported records: AGENT_FORGE_TOKEN, CP_AGENT_API_KEY");
  expect(outcome?.profile).toBe("workflow-token");
});

test("AGENT_FORGE_TOKEN is not a substitute for billing", async () => {
  const bench = await openScopeBench();
  const variables = "/repos/acme/control/actions/variables";
  await bench.send("POST", variables, { name: "AGENT_FORGE_TOKEN", value: "none of ours" });
  await billing({ total: 0, setting: "unconfigured" })(bench);
  expect((await bench.setUpScope(confirmed)).error).toMatchObject({ exitCode: 5 });
});
