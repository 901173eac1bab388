import { describe, expect, test } from "vitest";
import type { AppRole } from "../../../src/credentials/apps/app-role.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import {
  describePlan,
  listTicks,
  summarizeCeiling,
} from "../../../src/plane/setup/describe-plan.ts";
import { ceilings } from "../../../src/credentials/apps/ceilings.ts";

const overallStatus = {
  cliVersion: "2.46.0",
  loginSource: "the stored login",
  repositoryId: 3,
  account: { login: "acme", id: 1, kind: "organization" },
  isOwner: true,
} as const;
const repository = requireRepositoryName("acme/control", "--repo");

describe("the plan for one App", () => {
  const rowsFor = (role: AppRole, isOwner = true, isNameOpen = true) => {
    const profile = resolveHost("github.com");
    const ready = { ...overallStatus, isOwner };
    const name = `gatehouse-acme-control-${role}`;
    const app = { role, name, isNameOpen, ceiling: ceilings[role] };
    const rows = describePlan({ ...app, profile, repository, ready });
    return new Map(rows.map((row) => [row.name, row.text]));
  };

  test.each(["read", "write"] as const)("names both records of the %s App", (role) => {
    const rows = rowsFor(role);
    const record = `CP_FORGE_${role.toUpperCase()}_APP`;
    expect(rows.get("Client ID")).toBe(`stored as the repository variable ${record}_ID`);
    expect(rows.get("Private key")).toBe(`stored as the repository secret ${record}_PRIVATE_KEY`);
    expect(rows.get("Owner")).toBe("acme; private, without events");
    expect(rows.get("Installed on")).toBe("acme/control first");
    expect(rows.get("In transit")).toContain(
      "the key is kept only in memory, never in a file, argument or log",
    );
    expect([...rows.values()].join()).not.toContain(role === "read" ? "WRITE" : "READ");
  });

  test("lists the permissions with the labels of the forge's form, one row for each level", () => {
    expect(rowsFor("write").get("Read and write")).toBe("Actions, Contents, Issues, Pull requests");
    expect(rowsFor("write").get("Read-only")).toBe("Administration, Metadata");
    expect(rowsFor("read").has("Read and write")).toBe(false);
  });

  test("names the source of the account and the installed CLI", () => {
    expect(rowsFor("read").get("Signed in")).toBe(
      "to github.com through gh, with the stored login",
    );
  });

  test("states whether the name can be changed next", () => {
    expect(rowsFor("read").get("App")).toBe(
      "gatehouse-acme-control-read; you can change the name next",
    );
    expect(rowsFor("read", true, false).get("App")).toBe("gatehouse-acme-control-read");
  });

  test("reports only to users who are not owners that an owner must approve", () => {
    expect(rowsFor("read", false).get("Approval")).toBe("required from an owner of acme");
    expect(rowsFor("read").has("Approval")).toBe(false);
  });
});

test("a ceiling is summarized in one sentence", () => {
  expect(summarizeCeiling(ceilings.read)).toBe(
    "Read-only: Actions, Checks, Code scanning alerts, Commit statuses, Contents, Dependabot alerts, Issues, Metadata, Packages, Pull requests, Secret scanning alerts; writes nothing",
  );
  expect(summarizeCeiling(ceilings.write)).toBe(
    "Read and write: Actions, Contents, Issues, Pull requests; Read-only: Administration, Metadata",
  );
});

test("the list of permissions to select contains all except the automatic one", () => {
  expect(listTicks(ceilings.write)).toEqual([
    { name: "Read and write", text: "Actions, Contents, Issues, Pull requests" },
    { name: "Read-only", text: "Administration" },
  ]);
  expect(listTicks(ceilings.read)).toEqual([
    {
      name: "Read-only",
      text: "Actions, Checks, Code scanning alerts, Commit statuses, Contents, Dependabot alerts, Issues, Packages, Pull requests, Secret scanning alerts",
    },
  ]);
});
