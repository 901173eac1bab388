import { describe, expect, test } from "vitest";
import {
  NotInstalled,
  requireListed,
  requireReport,
  requireThere,
  requireWanted,
} from "../../../src/plane/proof/check-report.ts";
import { ceilings } from "../../../src/credentials/apps/ceilings.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { digestRepositories } from "../../../src/plane/proof/run-proof.ts";
import type { AppReport } from "../../../src/plane/proof/proof-workflow.ts";
import { AppGone } from "../../../src/plane/setup/app-gone.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { Incomplete } from "../../../src/shared/errors.ts";

const run = { runLink: "https://forge.example/acme/control/actions/runs/1", tokens: {} };
const report: AppReport = {
  clientId: "Iv1.r",
  keyFingerprint: "SHA256:x",
  appId: 7,
  slug: "reader",
  owner: "acme",
  installationId: 9,
  selection: "selected",
  permissions: { contents: "read" },
  updatedAt: "2026-01-01T00:00:00Z",
  isSuspended: false,
  repositoryCount: 2,
  repositoriesDigest: digestRepositories(["acme/control", "acme/web"]),
};
const wanted = {
  role: "read",
  clientId: "Iv1.r",
  repositories: ["acme/web", "acme/control"],
} as const;

describe("an App report", () => {
  test("for the expected App on exactly these repositories is accepted", () => {
    expect(requireReport({ ...run, reports: { read: report } }, wanted)).toBe(report);
  });

  test.each<[string, AppReport | undefined, string]>([
    ["that is missing", undefined, "could not use the stored key of the read App"],
    [
      "for another App",
      { ...report, clientId: "Iv1.x" },
      "The stored key belongs to App Iv1.x, not to Iv1.r.",
    ],
    [
      "for other repositories",
      { ...report, repositoriesDigest: digestRepositories(["acme/control", "acme/api"]) },
      "covers 2 repositories, not exactly: acme/web, acme/control",
    ],
    [
      "for fewer repositories",
      { ...report, repositoryCount: 1, repositoriesDigest: digestRepositories(["acme/control"]) },
      "covers 1 repository, not exactly",
    ],
  ])("%s is refused", (_what, found, reason) => {
    const evaluate = () => requireReport({ ...run, reports: found ? { read: found } : {} }, wanted);
    expect(evaluate).toThrow(Incomplete);
    expect(evaluate).toThrow(reason);
    const hints = reason.startsWith("covers")
      ? [{ text: "Correct the selection on the installation's page, then try again" }]
      : [{ text: "See the run", link: run.runLink }];
    expect(evaluate).toThrow(expect.objectContaining({ hints }) as Error);
  });

  test("for one App is not accepted for the other App", () => {
    const proof = { ...run, reports: { read: report } };
    expect(() => requireReport(proof, { ...wanted, role: "write" })).toThrow("write App");
  });
});

describe("a run's report of an App that is deleted or not installed", () => {
  type Found = Partial<Record<"read" | "write", string>>;
  const evaluate =
    (gone: Found, uninstalled: Found = {}) =>
    () =>
      requireThere(
        { ...run, reports: {}, gone, uninstalled },
        {
          role: "read",
          clientId: "Iv1.r",
          profile: resolveHost("github.com"),
          repository: requireRepositoryName("acme/control", "--repo"),
          account: { login: "acme", kind: "organization" },
        },
      );

  test("causes an error", () => {
    expect(evaluate({ read: "Iv1.r" })).toThrow(AppGone);
    expect(evaluate({}, { read: "Iv1.r" })).toThrow(NotInstalled);
  });

  test.each([
    ["another App, whose client ID was stored earlier,", { read: "Iv1.earlier" }],
    ["the App of the other role", { write: "Iv1.w" }],
    ["no App", {}],
  ])("is ignored if it is about %s", (_what, found) => {
    expect(evaluate(found)).not.toThrow();
    expect(evaluate({}, found)).not.toThrow();
  });
});

describe("the forge's list of installations", () => {
  const listed = {
    id: 9,
    appId: 7,
    appSlug: "reader",
    clientId: "Iv1.r",
    account: "acme",
    selection: "selected",
    permissions: {},
    isSuspended: false,
    updatedAt: "2026-01-01T00:00:00Z",
  } as const;
  const keep = (installations: (typeof listed)[] | undefined) => () =>
    requireListed(report, installations, run.runLink);

  test("confirms the report if it contains the reported installation of the App", () => {
    expect(keep([{ ...listed, id: 8 as 9 }, listed])).not.toThrow();
  });

  test("does not contradict the report if this account cannot read the list", () => {
    expect(keep(undefined)).not.toThrow();
  });

  test.each([
    ["nothing", []],
    ["another App's installation", [{ ...listed, appId: 8 as 7 }]],
    ["another installation of the App", [{ ...listed, id: 8 as 9 }]],
  ])("contradicts the report if it contains %s", (_what, installations) => {
    expect(keep(installations)).toThrow(Incomplete);
    const text = "Check the run, and who can change workflows in the control repository";
    const hints = [{ text, link: run.runLink }];
    expect(keep(installations)).toThrow(expect.objectContaining({ hints }) as Error);
  });
});

describe("the installation that a run saw", () => {
  const good = { ...report, permissions: ceilings.read };
  const evaluate = (change: Partial<AppReport>) =>
    requireWanted(
      { ...good, ...change },
      {
        profile: resolveHost("github.com"),
        account: { login: "acme", id: 1, kind: "organization" },
        isOwner: true,
        wanted: {
          role: "read",
          account: "acme",
          repositories: ["acme/control"],
          ceiling: ceilings.read,
        },
      },
    );

  test("is accepted if it matches, and is identified by its ID and the date of its last change", () => {
    expect(evaluate({})).toEqual({ installationId: 9, updatedAt: "2026-01-01T00:00:00Z" });
  });

  test.each<[string, Partial<AppReport>, string]>([
    ["is suspended", { isSuspended: true }, "The installation is suspended."],
    [
      "covers all repositories",
      { selection: "all" },
      "It is installed on all repositories, which gives it more access than planned.",
    ],
    [
      "has more permissions than planned",
      { permissions: { ...ceilings.read, contents: "write" } },
      "Its permissions differ. Contents: Read and write instead of Read-only.",
    ],
    [
      "has fewer permissions than planned",
      { permissions: { metadata: "read" } },
      "Its permissions differ. Actions: No access instead of Read-only;",
    ],
  ])("is rejected if it %s, with the page that fixes it", (_what, change, reason) => {
    expect(() => evaluate(change)).toThrow(Incomplete);
    expect(() => evaluate(change)).toThrow(reason);
    const settings = "https://github.com/organizations/acme/settings";
    const link = `${settings}/${change.permissions ? "apps/reader/permissions" : "installations/9"}`;
    const hints = expect.arrayContaining([expect.objectContaining({ link })]) as unknown[];
    expect(() => evaluate(change)).toThrow(expect.objectContaining({ hints }) as Error);
  });

  test("is rejected if the App has a webhook, with the page that disables it", () => {
    expect(() => evaluate({ isHooked: false })).not.toThrow();
    const link = "https://github.com/organizations/acme/settings/apps/reader";
    expect(() => evaluate({ isHooked: true })).toThrow(
      expect.objectContaining({
        message: "The Read App has a webhook URL.",
        hints: [expect.objectContaining({ link })],
      }) as Error,
    );
  });
});
