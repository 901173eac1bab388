import { describe, expect, test } from "vitest";
import { ceilings, readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { undecidedApps } from "../../../src/credentials/profile/needed-apps.ts";
import type { NeededApps } from "../../../src/credentials/profile/needed-apps.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import type { CredentialFacts } from "../../../src/plane/setup/credential-state.ts";
import { planSetUp } from "../../../src/plane/setup/plan.ts";
import type { PlanFacts } from "../../../src/plane/setup/plan.ts";

const profile = resolveHost("github.com");
const repository = requireRepositoryName("acme/control", "--repo");
const options = { profile, repository, appNames: { write: "acme writer" }, ceilings, port: 0 };

const none: CredentialFacts = {
  halves: { clientId: undefined, hasKey: false },
  made: undefined,
  named: undefined,
};
const stored: CredentialFacts = { ...none, halves: { clientId: "Iv1.a", hasKey: true } };
const keyOnly: CredentialFacts = { ...none, halves: { clientId: undefined, hasKey: true } };
const idOnly: CredentialFacts = { ...none, halves: { clientId: "Iv1.a", hasKey: false } };
const named: CredentialFacts = { ...none, named: { clientId: "Iv1.b", slug: "reader" } };

const decided = (choice: string, ...roles: ("read" | "write")[]): NeededApps => ({
  isDecided: true,
  profile: choice as "app",
  roles,
});
const reading = decided("app", "read");
const later = undecidedApps("It depends on the scope.");

const factsOf = (change: Partial<PlanFacts>): PlanFacts => ({
  access: { isAdmin: true, isOwner: true },
  account: { login: "acme", kind: "organization" },
  scope: "valid",
  needed: reading,
  credentials: { read: none, write: none },
  problems: [],
  ...change,
});

describe("a setup plan", () => {
  const plan = planSetUp(options);

  test("without the forge names both Apps, their records and their pages, and decides nothing", () => {
    expect(plan).toMatchObject({
      repo: "acme/control",
      host: "github.com",
      access: null,
      scope: null,
      profile: null,
      problems: [],
      apps: [
        {
          role: "read",
          status: "undecided",
          reason: "It depends on the scope, and the forge was not contacted.",
          clientId: null,
          variable: "CP_FORGE_READ_APP_ID",
          secret: "CP_FORGE_READ_APP_PRIVATE_KEY",
          manifest: { name: "gatehouse-acme-control-read", default_permissions: readAppCeiling },
          registrationUrl: "https://github.com/organizations/acme/settings/apps/new",
        },
        {
          role: "write",
          status: "undecided",
          variable: "CP_FORGE_WRITE_APP_ID",
          secret: "CP_FORGE_WRITE_APP_PRIVATE_KEY",
          manifest: { name: "acme writer" },
        },
      ],
    });
  });

  test("is the same each time, and has the same fields with and without the forge", () => {
    expect(planSetUp(options)).toEqual(plan);
    const read = planSetUp(options, factsOf({}));
    expect(Object.keys(read)).toEqual(Object.keys(plan));
    expect(read.apps.map((app) => Object.keys(app))).toEqual(
      plan.apps.map((app) => Object.keys(app)),
    );
  });

  test("links to the registration page of a personal account", () => {
    const account = { login: "mona", kind: "user" } as const;
    const [app] = planSetUp(options, factsOf({ account })).apps;
    expect(app?.registrationUrl).toBe("https://github.com/settings/apps/new");
  });

  test.each<[string, Partial<PlanFacts>, string, string, string | null]>([
    ["that the profile needs", {}, "would-be-created", "It is needed for the profile app.", null],
    [
      "whose records are stored",
      { credentials: { read: stored, write: none } },
      "exists",
      "Its client ID and key are stored.",
      "Iv1.a",
    ],
    [
      "without a stored key",
      { credentials: { read: idOnly, write: none } },
      "exists",
      "A client ID is stored without a key.",
      "Iv1.a",
    ],
    [
      "that exists under its name",
      { credentials: { read: named, write: none } },
      "exists",
      "The App exists, but its key is not stored.",
      "Iv1.b",
    ],
    [
      "that the workflow token replaces",
      { needed: decided("workflow-token") },
      "not-needed",
      "It is not needed for the profile workflow-token.",
      null,
    ],
    [
      "that a PAT replaces, although its key is stored",
      { needed: decided("pat"), credentials: { read: keyOnly, write: none } },
      "not-needed",
      "It is not needed for the profile pat. Setup offers to delete its records.",
      null,
    ],
    [
      "that exists under its name, but is not needed",
      { needed: decided("pat"), credentials: { read: named, write: none } },
      "not-needed",
      "It is not needed for the profile pat.",
      "Iv1.b",
    ],
    ["without a scope", { needed: later }, "undecided", "It depends on the scope.", null],
    [
      "without a scope, whose records are stored",
      { needed: later, credentials: { read: stored, write: none } },
      "exists",
      "Its client ID and key are stored.",
      "Iv1.a",
    ],
    [
      "that no profile needs",
      { needed: { isDecided: false, reason: "An owner must approve.", roles: ["write"] } },
      "not-needed",
      "It is not needed for this scope.",
      null,
    ],
    [
      "whose records are not visible",
      { credentials: undefined },
      "undecided",
      "This account cannot list the stored records.",
      null,
    ],
  ])("an App %s", (_, change, status, reason, clientId) => {
    const [read] = planSetUp(options, factsOf(change)).apps;
    expect(read).toMatchObject({ role: "read", status, reason, clientId });
  });
});
