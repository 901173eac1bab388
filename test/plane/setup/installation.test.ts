import { describe, expect, test } from "vitest";
import { createAppClient } from "../../../src/credentials/apps/app-client.ts";
import type { AppClient } from "../../../src/credentials/apps/app-client.ts";
import type { Installation } from "../../../src/forge/resources/installations.ts";
import { readAppCeiling, writeAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import type { PermissionDifference } from "../../../src/credentials/apps/ceilings.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { explainInstallation } from "../../../src/plane/setup/explain-installation.ts";
import type { InstallationContext } from "../../../src/plane/setup/explain-installation.ts";
import {
  findFaults,
  inspectInstallation,
  evaluateInstallations,
} from "../../../src/plane/setup/installation.ts";
import type { Coverage, InstallationVerdict } from "../../../src/plane/setup/installation.ts";
import { createApp, installApp } from "../../emulator/open-forge.ts";
import { openBench, send } from "../../forge/forge-bench.ts";
import { someInstallation as installation } from "../../forge/resources/some-installation.ts";

const wanted = {
  role: "read",
  account: "acme",
  repositories: ["acme/control"],
  ceiling: readAppCeiling,
} as const;

describe("a list of installations with an installation", () => {
  const { checks: _, ...withoutChecks } = readAppCeiling;
  test.each<[string, Installation[], InstallationVerdict["state"]]>([
    ["none", [], "absent"],
    ["that matches the plan", [installation], "exact"],
    [
      "that matches except for the case of the account",
      [{ ...installation, account: "ACME" }],
      "exact",
    ],
    [
      "on the account and one on another account",
      [{ ...installation, account: "globex" }, installation],
      "exact",
    ],
    ["only on another account", [{ ...installation, account: "globex" }], "other-account"],
    ["suspended", [{ ...installation, isSuspended: true }], "suspended"],
    ["on all repositories", [{ ...installation, selection: "all" }], "all-repositories"],
    ["below the ceiling", [{ ...installation, permissions: withoutChecks }], "other-permissions"],
    [
      "above the ceiling",
      [{ ...installation, permissions: { ...readAppCeiling, contents: "write" } }],
      "other-permissions",
    ],
    [
      "with the other App's ceiling",
      [{ ...installation, permissions: writeAppCeiling }],
      "other-permissions",
    ],
    [
      "that is suspended, on all repositories",
      [{ ...installation, isSuspended: true, selection: "all" }],
      "suspended",
    ],
  ])("%s", (_what, installations, state) => {
    expect(evaluateInstallations(installations, wanted).state).toBe(state);
  });

  test("on other accounts names these accounts", () => {
    const others = ["globex", "mona"].map((account) => ({ ...installation, account }));
    const verdict = { state: "other-account", accounts: ["globex", "mona"] };
    expect(evaluateInstallations(others, wanted)).toEqual(verdict);
  });
});

test("all problems of an installation are found, the most severe first", () => {
  const permissions = { ...readAppCeiling, contents: "write" };
  const seen = { isSuspended: true, selection: "all", permissions } as const;
  const differences = [{ permission: "contents", wanted: "read", found: "write" }];
  expect(findFaults(seen, readAppCeiling)).toEqual([
    { state: "suspended" },
    { state: "all-repositories" },
    { state: "other-permissions", differences },
  ]);
  expect(findFaults(installation, readAppCeiling)).toEqual([]);
});

describe("an installation that is read with the App's own key", () => {
  const inspect = async (selected: readonly string[] | "all" | "none", repositories: string[]) => {
    const bench = await openBench();
    const made = await createApp(bench, { default_permissions: readAppCeiling });
    if (selected !== "none") await installApp(bench, made, selected);
    const { profile } = bench;
    const key = new Secret(made.pem);
    const client = createAppClient({ profile, send, clientId: made.clientId, key });
    return inspectInstallation(client, { ...wanted, repositories });
  };

  test.each<[string, readonly string[] | "all" | "none", string[], object]>([
    ["exact", ["acme/control"], ["acme/control"], { state: "exact" }],
    ["exact in another case", ["acme/control"], ["Acme/CONTROL"], { state: "exact" }],
    [
      "too many repositories",
      ["acme/control", "acme/web"],
      ["acme/control"],
      { state: "other-repositories", missing: [], extra: ["acme/web"] },
    ],
    [
      "too few repositories",
      ["acme/control"],
      ["acme/control", "acme/api"],
      { state: "other-repositories", missing: ["acme/api"], extra: [] },
    ],
    [
      "others",
      ["acme/web"],
      ["acme/control"],
      { state: "other-repositories", missing: ["acme/control"], extra: ["acme/web"] },
    ],
    ["all repositories", "all", ["acme/control"], { state: "all-repositories" }],
    ["not installed", "none", ["acme/control"], { state: "absent" }],
  ])("%s", async (_what, selected, repositories, verdict) => {
    expect(await inspect(selected, repositories)).toMatchObject(verdict);
  });
});

describe("an installation that is checked repeatedly", () => {
  const first = "2026-01-01T00:00:00Z";
  const second = "2026-01-02T00:00:00Z";

  function openCovered(covered: string[], { later = second } = {}) {
    let asked = 0;
    let updatedAt = first;
    let atRead: (() => void) | undefined;
    const client = {
      installations: () => Promise.resolve([{ ...installation, updatedAt }]),
      repositoriesOf: () => {
        asked += 1;
        atRead?.();
        atRead = undefined;
        return Promise.resolve(covered.map((fullName) => ({ fullName })));
      },
    } as unknown as AppClient;
    const coverage: Coverage = { times: 0 };
    const inspect = (...repositories: string[]) =>
      inspectInstallation(client, { ...wanted, repositories }, coverage);
    const read = async (...repositories: string[]) => (await inspect(...repositories)).state;
    const change = () => void (updatedAt = later);
    const saveAtNextRead = (...saved: string[]) =>
      void (atRead = () => {
        covered = saved;
        change();
      });
    return { inspect, read, asked: () => asked, change, saveAtNextRead };
  }

  test("mints a token if the installation's date changed, and otherwise at every fifth check", async () => {
    const { read, asked, change } = openCovered(["acme/control"]);
    for (let count = 0; count < 5; count += 1) await read("acme/control", "acme/web");
    expect(asked()).toBe(1);
    await read("acme/control", "acme/web");
    expect(asked()).toBe(2);
    change();
    expect(await read("acme/control", "acme/web")).toBe("other-repositories");
    expect(asked()).toBe(3);
  });

  test("is not reported as exact because of an earlier check", async () => {
    const { read, asked } = openCovered(["acme/control"]);
    expect(await read("acme/control", "acme/web")).toBe("other-repositories");
    expect(await read("acme/control")).toBe("exact");
    expect(asked()).toBe(2);
  });

  test("is exact with the date that was read, even if it is saved between the two requests", async () => {
    const { inspect, read, asked, saveAtNextRead } = openCovered(["acme/control"]);
    for (let count = 0; count < 5; count += 1) await read("acme/control", "acme/web");
    saveAtNextRead("acme/control", "acme/web");
    const verdict = await inspect("acme/control", "acme/web");
    expect(verdict).toMatchObject({ state: "exact", installation: { updatedAt: second } });
    expect(asked()).toBe(3);
  });

  test("is exact on a forge that does not update the date", async () => {
    const { inspect, read, saveAtNextRead } = openCovered(["acme/control"], { later: first });
    for (let count = 0; count < 5; count += 1) await read("acme/control", "acme/web");
    saveAtNextRead("acme/control", "acme/web");
    expect(await inspect("acme/control", "acme/web")).toMatchObject({ state: "exact" });
  });
});

describe("problems are reported with the page that fixes them", () => {
  const account = { login: "acme", id: 1, kind: "organization" } as const;
  const context: InstallationContext = {
    profile: resolveHost("forge.example", "forge"),
    account,
    isOwner: true,
    installLink: "https://forge.example/install",
    wanted,
  };
  const settings = "https://forge.example/organizations/acme/settings/installations/9";

  test.each<[InstallationVerdict, string, string]>([
    [
      { state: "other-account", accounts: ["globex"] },
      "installed on globex, not on acme",
      context.installLink,
    ],
    [{ state: "suspended", installation }, "suspended", settings],
    [
      { state: "all-repositories", installation },
      "It is installed on all repositories, which gives it more access than planned.",
      settings,
    ],
    [
      { state: "other-repositories", installation, missing: ["acme/a"], extra: ["acme/b"] },
      "acme/a is not selected. acme/b is selected but should not be.",
      settings,
    ],
  ])("%o", (verdict, words, link) => {
    const problem = explainInstallation(verdict, context);
    expect(problem?.text).toContain(words);
    expect(problem?.hints[0]?.link).toBe(link);
  });

  test("of permissions: a reduction in the App's settings, and additions that an owner accepts", () => {
    const checks = { permission: "checks", wanted: "read", found: undefined };
    const contents = { permission: "contents", wanted: "read", found: "write" };
    const explain = (...differences: PermissionDifference[]) =>
      explainInstallation({ state: "other-permissions", installation, differences }, context);
    const permissions = "https://forge.example/organizations/acme/settings/apps/reader/permissions";
    const reduce = "Reduce permissions in the App's settings: Contents: Read-only";
    const request = "Request permissions in the App's settings: Checks: Read-only";
    const accept = "Then accept them as an owner on the installation's page";
    expect(explain(contents)?.hints).toEqual([{ text: reduce, link: permissions }]);
    expect(explain(checks, contents)).toEqual({
      text: "Its permissions differ. Checks: No access instead of Read-only; Contents: Read and write instead of Read-only.",
      hints: [
        { text: reduce, link: permissions },
        { text: request, link: permissions },
        { text: accept, link: settings },
      ],
    });
  });

  test.each([
    [true, "You are an owner: install it"],
    [false, "Send this link to an owner. Keep the wizard open, or rerun it later"],
  ])(
    "a requested installation waits for an owner's approval; signed in as an owner: %s",
    (isOwner, text) => {
      const verdict = { state: "requested", by: "mona", since: "2026-01-01T00:00:00Z" } as const;
      expect(explainInstallation(verdict, { ...context, isOwner })).toEqual({
        text: "mona requested it on 2026-01-01. An owner of acme must approve it.",
        hints: [{ text, link: context.installLink }],
      });
    },
  );

  test("no problem is reported if the installation is exact or still missing", () => {
    expect(explainInstallation({ state: "exact", installation }, context)).toBeUndefined();
    expect(explainInstallation({ state: "absent" }, context)).toBeUndefined();
  });

  test("a user who is not an owner sees that an owner must approve", () => {
    const problem = explainInstallation({ state: "absent" }, { ...context, isOwner: false });
    expect(problem?.text).toContain(
      "You are not an owner of acme. An owner must approve the installation.",
    );
    expect(problem?.hints[0]?.link).toBe(context.installLink);
  });
});
