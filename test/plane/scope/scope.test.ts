import { describe, expect, it, test } from "vitest";
import {
  compareScope,
  enrolledRepositories,
  gatherProfileFacts,
  requiredApis,
  scopeFingerprint,
} from "../../../src/plane/scope/scope.ts";
import { requiredPermissions } from "../../../src/plane/scope/required-permissions.ts";
import type { Package, Settings } from "../../../src/plane/scope/settings.ts";

const settings: Settings = {
  version: 1,
  targets: ["acme/web", "acme/api"],
  allowedOwners: ["acme"],
  mode: "review",
  destination: "control",
  caps: { repositories: 20, dispatches: 5 },
  packages: [
    { name: "a", apis: ["contents"], permissions: { issues: "read" }, killSwitch: "A" },
    { name: "b", apis: ["checks"], permissions: { issues: "write" }, killSwitch: "B" },
  ],
  environment: "control-plane",
};

it("several packages require each API once, at the highest level", () => {
  expect(requiredApis(settings)).toEqual(["checks", "contents", "issues"]);
  expect(requiredPermissions(settings)).toEqual({
    contents: "read",
    checks: "read",
    issues: "write",
  });
});

describe("the repositories of an installation", () => {
  const control = "acme/control";
  const alternate = { ...settings, alternateRepository: "acme/reviews" };

  test.each<[string, Settings, "read" | "write", string[]]>([
    ["the read App, in review mode", settings, "read", [control, "acme/web", "acme/api"]],
    [
      "the read App, with an alternate repository",
      alternate,
      "read",
      [control, "acme/web", "acme/api", "acme/reviews"],
    ],
    ["the write App, in review mode", settings, "write", [control]],
    ["the write App, with an alternate repository", alternate, "write", [control, "acme/reviews"]],
    [
      "the write App, in review mode with the targets as destination",
      { ...settings, destination: "target" },
      "write",
      [control, "acme/web", "acme/api"],
    ],
    [
      "the write App, in live mode",
      { ...settings, mode: "live" },
      "write",
      [control, "acme/web", "acme/api"],
    ],
  ])("are the enrolled repositories of %s", (_, of, role, names) => {
    expect(enrolledRepositories(of, control, role)).toEqual(names);
  });

  test("are listed once each, regardless of case", () => {
    const again = {
      ...settings,
      targets: ["ACME/Control", "acme/web"],
      alternateRepository: "acme/WEB",
    };
    expect(enrolledRepositories(again, control, "read")).toEqual([control, "acme/web"]);
  });
});

describe("the facts for the profile", () => {
  const known = {
    controlRepository: "acme/control",
    visibilities: new Map([["acme/web", "public"]] as const),
    appInstallable: true,
    patEligible: "unknown",
    patConsent: false,
  } as const;

  it("treat unknown repositories as private, and list the control repository as self", () => {
    const targets = ["acme/web", "acme/api", "ACME/control"];
    expect(gatherProfileFacts({ ...settings, targets }, known)).toEqual({
      targets: ["public", "private", "self"],
      mode: "review",
      destination: "control",
      appInstallable: true,
      patEligible: "unknown",
      patConsent: false,
      owners: ["acme"],
      requiredApis: ["checks", "contents", "issues"],
      controlOwner: "acme",
    });
  });

  it("count the owner of the alternate repository", () => {
    const review = { destination: "alternate", alternateRepository: "globex/reviews" } as const;
    expect(gatherProfileFacts({ ...settings, ...review }, known).owners).toEqual([
      "acme",
      "globex",
    ]);
  });
});

describe("the fingerprint of the scope", () => {
  const recorded = scopeFingerprint(settings);
  const [a, b] = settings.packages as [Settings["packages"][0], Settings["packages"][0]];

  test.each<[change: string, changes: Partial<Settings>, parts: string[]]>([
    ["an additional target", { targets: [...settings.targets, "acme/x"] }, ["targets"]],
    ["a removed package", { packages: [a] }, ["required APIs"]],
    [
      "a higher permission level",
      { packages: [{ ...a, permissions: { contents: "write" } }, b] },
      ["required APIs"],
    ],
    ["live mode", { mode: "live" }, ["mode"]],
    ["another destination", { destination: "target" }, ["review destination"]],
    [
      "another alternate repository",
      { destination: "alternate", alternateRepository: "acme/r", mode: "live" },
      ["mode", "review destination"],
    ],
  ])("changes with %s", (_, changes, parts) => {
    expect(compareScope(recorded, scopeFingerprint({ ...settings, ...changes }))).toEqual(parts);
  });

  /** Returns live settings with packages that declare only these needs. */
  const liveWith = (...needs: Partial<Package>[]): Settings => ({
    ...settings,
    mode: "live",
    packages: needs.map((each, index) => ({
      name: `${index}`,
      apis: [],
      permissions: {},
      killSwitch: "A",
      ...each,
    })),
  });

  test.each<[change: string, before: Settings, after: Settings]>([
    [
      "an API instead of its read permission, which lets a package open pull requests",
      liveWith({ permissions: { pull_requests: "read" } }),
      liveWith({ apis: ["pull_requests"] }),
    ],
    [
      "a permission in another package, which lets the first package open pull requests",
      liveWith({ apis: ["pull_requests"], permissions: { contents: "read" } }),
      liveWith({ apis: ["pull_requests"] }, { permissions: { contents: "read" } }),
    ],
    ["a first package, which narrows the ceilings", liveWith(), liveWith({})],
  ])("changes with %s", (_, before, after) => {
    expect(requiredPermissions(after)).toEqual(requiredPermissions(before));
    const parts = compareScope(scopeFingerprint(before), scopeFingerprint(after));
    expect(parts).toEqual(["required APIs"]);
  });

  it("changes only its mode with the mode, even if the write App's ceiling changes", () => {
    const live = liveWith({ apis: ["pull_requests"] });
    const review = scopeFingerprint({ ...live, mode: "review" });
    expect(compareScope(review, scopeFingerprint(live))).toEqual(["mode"]);
  });

  test.each<[change: string, changes: Partial<Settings>]>([
    ["another order or case", { targets: ["ACME/api", "acme/web"], packages: [b, a] }],
    ["caps", { caps: { repositories: 1, dispatches: 1 } }],
    ["another rotation owner", { rotationOwner: "mona" }],
  ])("does not change with %s", (_, changes) => {
    expect(compareScope(recorded, scopeFingerprint({ ...settings, ...changes }))).toEqual([]);
  });

  it("does not change with the case of an alternate repository", () => {
    const at = (alternateRepository: string) =>
      scopeFingerprint({ ...settings, destination: "alternate", alternateRepository });
    expect(at("acme/R")).toBe(at("ACME/r"));
    expect(at("acme/R")).not.toBe(at("acme/other"));
  });

  it("that is unreadable counts as a change in every part", () => {
    expect(compareScope("", recorded)).toHaveLength(4);
  });
});
