import { describe, expect, test } from "vitest";
import { requireEntitlement } from "../../../flows/scope/confirm-entitlement.ts";
import type { BillingAnswer } from "../../../src/forge/resources/organizations.ts";
import { location } from "../rotate/rotations.ts";
import { runStep, type StepOptions } from "../shared/run-step.ts";

interface Given extends StepOptions {
  readonly billing?: BillingAnswer;
  /** The administrator's role as the forge reports it (default: not visible). */
  readonly role?: string;
  /** Names of existing variables. */
  readonly variables?: readonly string[];
}

const untold: BillingAnswer = { kind: "unreported", status: 404 };
const none: BillingAnswer = { kind: "reported", seats: 0, setting: "unconfigured" };
const active: BillingAnswer = { kind: "reported", seats: 5, setting: "assign_all" };

function confirm({ billing = untold, role, variables = [], ...given }: Given) {
  const deps = {
    ...location,
    readBilling: () => Promise.resolve(billing),
    roleOf: () => Promise.resolve(role),
    readRecords: () =>
      Promise.resolve({
        variables: new Map(variables.map((name) => [name, "a value"])),
        secrets: new Set<string>(),
        secretDates: new Map<string, string>(),
      }),
  };
  return runStep((context) => requireEntitlement(context, deps), given);
}

const word = (administrator: string, isConfirmed = true) => ({
  "billing-administrator": administrator,
  "billing-confirmed": isConfirmed,
});

describe("billing for agent inference", () => {
  test("is not asked about if the forge reports it", async () => {
    const { asked, marks, text } = await confirm({ billing: active });
    expect(asked).toEqual([]);
    expect(marks).toEqual([
      {
        name: "Billing",
        state: "done",
        summary: 'organization billing is active (5 seats, setting "assign_all")',
      },
    ]);
    expect(text).not.toContain("Not supported");
  });

  test("stops if it is missing, and names the person who can set it up", async () => {
    const { error, hints, asked } = await confirm({ billing: none });
    expect(error?.message).toMatch(/^No billing for agent inference found for acme: 0 seats/);
    expect(hints).toEqual([
      { text: "Ask an owner of acme to set up organization billing for agents" },
      { text: "Then run setup again", command: "gatehouse setup --repo acme/control" },
    ]);
    expect(asked).toEqual([]);
  });

  test("is confirmed by a named person if the forge does not report it", async () => {
    const { result, questions, marks } = await confirm({
      answers: word("  olga "),
      role: "admin",
    });
    expect(result?.confirmed).toEqual({ administrator: "olga", role: "administrator" });
    expect(questions["billing-administrator"]).toMatchObject({
      facts: [
        { name: "Organization", text: "acme" },
        {
          name: "Evidence",
          text: expect.stringMatching(/^none: the billing endpoint responded with 404: /) as string,
        },
      ],
      body: ["Ask an administrator of acme, then enter their account name."],
    });
    expect(questions["billing-confirmed"]).toMatchObject({
      title: "Did olga confirm the billing?",
      facts: [
        { text: "acme's billing for agent inference is active" },
        { name: "Role", text: "administrator of acme" },
        { name: "Recorded" },
      ],
      yes: "Yes, confirmed",
      no: "No, or not yet",
    });
    expect(marks).toEqual([
      { name: "Billing", state: "reported", summary: "billing confirmed by olga" },
    ]);
  });

  test("is confirmed by a person whose role is unverified if it is not visible", async () => {
    const { result, questions, marks } = await confirm({ answers: word("olga") });
    expect(result?.confirmed?.role).toBe("unverified");
    expect(questions["billing-confirmed"]?.facts).toContainEqual({
      name: "Role",
      text: "unverified, because it is not visible to you",
    });
    expect(marks[0]?.summary).toBe("billing confirmed by olga, role unverified");
  });

  test.each([
    ["member", "olga is not an administrator of acme. The role is member."],
    ["billing_manager", "olga is not an administrator of acme. The role is billing_manager."],
    ["invited", "olga has not accepted the invitation to acme yet."],
    ["none", "olga is not a member of acme."],
  ])("is not confirmed by a person with the role %s", async (role, problem) => {
    const { error, asked } = await confirm({ answers: word("olga"), role });
    expect(error?.message).toContain(problem);
    expect(asked).not.toContain("billing-confirmed");
  });

  test.each([" ", "x?", "olga smith"])(
    "is not confirmed by a person with the name %j",
    async (name) => {
      const { error } = await confirm({ answers: word(name) });
      expect(error?.message).toContain(
        "An account name has at most 39 letters, digits, - and _. Example: mona.",
      );
    },
  );

  test("stops if it is unconfirmed, and names the person to ask", async () => {
    const { error, hints, marks } = await confirm({ answers: word("olga", false) });
    expect(error?.message).toBe("acme's billing for agent inference is not confirmed.");
    expect(hints).toEqual([
      { text: "Ask an administrator of the organization" },
      { text: "Then run setup again", command: "gatehouse setup --repo acme/control" },
    ]);
    expect(marks).toEqual([]);
  });
});

test("a token for agents is reported with its effect", async () => {
  const { text } = await confirm({ billing: active, variables: ["AGENT_FORGE_TOKEN"] });
  expect(text).toContain("Unused, unsupported records: AGENT_FORGE_TOKEN");
  expect(text).toContain(
    "Delete these records: nothing uses them, but anyone who can change a workflow can read their values.",
  );
});
