import { describe, expect, it, test } from "vitest";
import type { Known, ProfileFacts, TargetKind } from "../../../src/credentials/profile/facts.ts";
import { chosenRoles } from "../../../src/credentials/profile/choice.ts";
import { decideProfile } from "../../../src/credentials/profile/decide-profile.ts";

const base: ProfileFacts = {
  targets: ["public"],
  mode: "review",
  destination: "control",
  appInstallable: true,
  patEligible: false,
  patConsent: false,
  owners: ["acme"],
  requiredApis: [],
};
const noApp = { appInstallable: false } as const;
const consented = { ...noApp, patEligible: true, patConsent: true } as const;

describe("the specification's rows", () => {
  type Row = [useCase: string, facts: Partial<ProfileFacts>, expected: string];
  const rows: Row[] = [
    ["self-review of the control repository", { targets: ["self"] }, "workflow-token"],
    ["public targets, review, outputs in control", {}, "workflow-token"],
    ["self and public targets", { targets: ["self", "public"] }, "workflow-token"],
    ["public targets of several owners", { owners: ["acme", "globex"] }, "workflow-token"],
    [
      "a review of itself into itself",
      { targets: ["self"], destination: "target" },
      "workflow-token",
    ],
    ["private targets", { targets: ["private"] }, "app: read"],
    ["internal targets", { targets: ["internal"] }, "app: read"],
    ["mixed targets", { targets: ["public", "private"] }, "app: read"],
    ["an alternate review repository", { destination: "alternate" }, "app: read write"],
    ["cross-repository review", { destination: "target" }, "app: write"],
    ["live, public targets", { mode: "live" }, "app: write"],
    ["live, private targets", { mode: "live", targets: ["private"] }, "app: read write"],
    ["live, only the control repository", { mode: "live", targets: ["self"] }, "app: write"],
    ["security data of public targets", { requiredApis: ["security_events"] }, "app: read"],
    ["settings of public targets", { requiredApis: ["administration"] }, "app: write"],
    ["checks of public targets", { requiredApis: ["Checks API"] }, "workflow-token"],
    ["private targets, no App, PAT consented", { ...consented, targets: ["private"] }, "pat"],
    ["live, no App, PAT consented", { ...consented, mode: "live" }, "pat"],
    ["public targets, PAT consented", consented, "workflow-token"],
    [
      "App and PAT both possible",
      { ...consented, appInstallable: true, mode: "live" },
      "app: write",
    ],
    ["no App, no consent", { ...consented, patConsent: false, mode: "live" }, "stop"],
    ["no App, consent unknown", { ...consented, patConsent: "unknown", mode: "live" }, "stop"],
    ["no App, eligibility unknown", { ...consented, patEligible: "unknown", mode: "live" }, "stop"],
    ["no App, checks needed", { ...consented, mode: "live", requiredApis: ["checks"] }, "stop"],
    ["no App, packages needed", { ...consented, mode: "live", requiredApis: ["packages"] }, "stop"],
    ["App unknown, no PAT", { appInstallable: "unknown", targets: ["private"] }, "stop"],
    ["several owners, App", { mode: "live", owners: ["acme", "globex"] }, "stop"],
    ["several owners, PAT", { ...consented, mode: "live", owners: ["a", "b"] }, "stop"],
    [
      "targets of another owner",
      { mode: "live", owners: ["globex"], controlOwner: "acme" },
      "stop",
    ],
    ["one owner in two spellings", { mode: "live", owners: ["Acme", "acme"] }, "app: write"],
    [
      "security data, nothing to be had",
      { ...noApp, requiredApis: ["security"] },
      "workflow-token",
    ],
  ];

  test.each(rows)("%s", (_, facts, expected) => {
    const { profile, readApp, writeApp } = decideProfile({ ...base, ...facts });
    const apps = [readApp && "read", writeApp && "write"].filter(Boolean).join(" ");
    expect(apps === "" ? profile : `${profile}: ${apps}`).toBe(expected);
  });
});

test.each([
  [true, true, ["read", "write"]],
  [true, false, ["read"]],
  [false, true, ["write"]],
  [false, false, []],
])("the Apps of a choice with read %s and write %s are %j", (readApp, writeApp, roles) => {
  expect(chosenRoles({ profile: "app", readApp, writeApp, pat: false })).toEqual(roles);
});

describe("the answer explains itself", () => {
  it("explains why each other profile is unnecessary or insufficient", () => {
    expect(decideProfile(base).reasons).toMatchInlineSnapshot(`
      [
        "Workflow token: sufficient, because it can read all targets and outputs stay in the control repository.",
        "Apps: not needed, because the workflow token can read all targets and nothing is written elsewhere.",
        "PAT: not needed, because the workflow token is sufficient.",
      ]
    `);
    expect(decideProfile({ ...base, targets: ["private"] }).reasons).toMatchInlineSnapshot(`
      [
        "Workflow token: not sufficient, because private targets must be read.",
        "Read App: needed, because private targets must be read.",
        "Write App: not needed, because nothing is written outside the control repository.",
        "PAT: not needed, because Apps can be installed.",
      ]
    `);
  });

  it("names every obstacle of a stop, and the ways out", () => {
    const { reasons, next } = decideProfile({
      ...base,
      appInstallable: "unknown",
      patEligible: true,
      targets: ["private"],
    });
    expect(reasons).toMatchInlineSnapshot(`
      [
        "Workflow token: not sufficient, because private targets must be read.",
        "Apps: not possible, because it is unknown whether they can be installed.",
        "PAT: not possible, because the operator did not consent.",
      ]
    `);
    expect(next).toMatchInlineSnapshot(`
      [
        "Check whether you can create and install Apps, or ask an organization owner.",
        "gatehouse setup",
        "Or consent to a PAT; gatehouse setup explains the consequences and asks for the phrase.",
        "Or narrow the scope to public targets in review mode with outputs in the control repository.",
      ]
    `);
  });

  it("stops at several owners with the plan for them, and never advises a public App", () => {
    const decision = decideProfile({ ...base, mode: "live", owners: ["acme", "globex"] });
    expect(decision.next[0]).toMatch(/plan for acme and globex/);
    expect(decision.next.join(" ")).toMatch(
      /Do not make an App public just to avoid their approval\./,
    );
    expect(decision.next.join(" ")).toMatch(
      /one control plane per owner, each with its own private Apps\./,
    );
  });

  it("names the data of public targets that the workflow token cannot see", () => {
    const { incomplete } = decideProfile({ ...base, ...noApp, requiredApis: ["security_events"] });
    expect(incomplete).toEqual([
      "Code scanning alerts: required, but not accessible to the workflow token",
      "Actions logs of public targets",
      "security data of public targets",
    ]);
    expect(decideProfile({ ...base, targets: ["self"] }).incomplete).toEqual([]);
    expect(decideProfile({ ...base, targets: ["private"] }).incomplete).toEqual([]);
  });

  test.each<[what: string, facts: Partial<ProfileFacts>]>([
    ["an App", { mode: "live", requiredApis: ["checks"] }],
    ["a write App for settings alone", { requiredApis: ["administration"] }],
    ["a read App for security data alone", { requiredApis: ["security"] }],
    ["a consented PAT", { ...consented, targets: ["private"] }],
    ["targets of two owners", { ...consented, mode: "live", owners: ["acme", "globex"] }],
    ["two owners, where one alone is asked for", { owners: ["ACME", "acme"], mode: "live" }],
    ["no App, and conditions nobody settled", { ...noApp, patEligible: "unknown", mode: "live" }],
    [
      "no App, and an API that no PAT reaches",
      { ...consented, mode: "live", requiredApis: ["checks"] },
    ],
    [
      "no App, eligible but not known to be consented",
      { ...consented, patConsent: "unknown", mode: "live" },
    ],
    ["no App, not eligible though consented", { ...consented, patEligible: false, mode: "live" }],
    ["no App for security data", { ...noApp, requiredApis: ["security_events", "checks"] }],
    [
      "an API that nobody knows, of public targets",
      { requiredApis: ["Telepathy API", "sense - six"] },
    ],
    [
      "an API that nobody knows, with a PAT",
      { ...consented, mode: "live", requiredApis: ["telepathy"] },
    ],
  ])("matches the recorded text: %s", (_, facts) => {
    const { profile, reasons, incomplete, next } = decideProfile({ ...base, ...facts });
    expect({ profile, reasons, incomplete, next }).toMatchSnapshot();
  });

  it("does not promise an API that no permission is named after", () => {
    const decision = decideProfile({ ...base, targets: ["private"], requiredApis: ["Telepathy"] });
    expect(decision).toMatchObject({ profile: "app", readApp: true, writeApp: false });
    expect(decision.incomplete).toEqual(["telepathy: unknown permission"]);
  });
});

/** Yields every combination of the relevant facts, with lists reduced to distinct cases. */
function* everyCombination(): Generator<ProfileFacts> {
  const known: Known[] = [true, false, "unknown"];
  const kinds: TargetKind[] = ["self", "public", "private", "internal"];
  for (let set = 1; set < 16; set++)
    for (const mode of ["review", "live"] as const)
      for (const destination of ["control", "alternate", "target"] as const)
        for (const appInstallable of known)
          for (const patEligible of known)
            for (const patConsent of known)
              for (const owners of [["acme"], ["acme", "globex"]])
                for (const api of ["", "contents", "checks", "security_events", "administration"]) {
                  const targets = kinds.filter((_, bit) => (set >> bit) & 1);
                  const requiredApis = api === "" ? [] : [api];
                  yield {
                    targets,
                    mode,
                    destination,
                    appInstallable,
                    patEligible,
                    patConsent,
                    owners,
                    requiredApis,
                  };
                }
}

/** Decides again, based only on the specification's sentences. */
function expectProfile(facts: ProfileFacts): string {
  const {
    targets,
    mode,
    destination,
    owners,
    requiredApis: [api = ""],
  } = facts;
  const isOpen = targets.every((target) => target === "self" || target === "public");
  const staysInside =
    destination === "control" || (destination === "target" && targets.join() === "self");
  const builtInApplies = isOpen && mode === "review" && staysInside;
  const isSelfOnly = targets.join() === "self";
  const outOfReach = api === "administration" || (api === "security_events" && !isSelfOnly);
  if (builtInApplies && !outOfReach) return "workflow-token";

  if (facts.appInstallable === true && owners.length === 1) {
    const reads =
      !isOpen || destination === "alternate" || (api === "security_events" && outOfReach);
    const writes = mode === "live" || !staysInside || api === "administration";
    return `app${reads ? " read" : ""}${writes ? " write" : ""}`;
  }
  const patHolds = facts.patEligible === true && facts.patConsent === true;
  if (patHolds && owners.length === 1 && api !== "checks") return "pat";
  return builtInApplies ? "workflow-token" : "stop";
}

describe("the complete truth table", () => {
  it("agrees with the specification's sentences in every combination", () => {
    const counts: Record<string, number> = {};
    const disagreements: unknown[] = [];
    for (const facts of everyCombination()) {
      const { profile, readApp, writeApp, pat } = decideProfile(facts);
      const text = `${profile}${readApp ? " read" : ""}${writeApp ? " write" : ""}`;
      const agrees = text === expectProfile(facts) && pat === (profile === "pat");
      if (!agrees) disagreements.push({ facts, text, expected: expectProfile(facts) });
      counts[text] = (counts[text] ?? 0) + 1;
    }
    expect(disagreements.slice(0, 3)).toEqual([]);
    expect(counts).toMatchInlineSnapshot(`
      {
        "app read": 450,
        "app read write": 3132,
        "app write": 342,
        "pat": 700,
        "stop": 18662,
        "workflow-token": 1014,
      }
    `);
  });
});
