import { describe, expect, test } from "vitest";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import {
  describePlan,
  listTicks,
  summarizeCeiling,
} from "../../../src/control/setup/describe-plan.ts";

const standing = {
  cliVersion: "2.46.0",
  loginSource: "the stored login",
  repositoryId: 3,
  account: { login: "acme", id: 1, kind: "organization" },
  isOwner: true,
  plan: "team",
} as const;
const repository = requireRepositoryName("acme/control", "--repo");

describe("what is going to be done", () => {
  const describeFor = (isOwner: boolean) =>
    describePlan(repository, resolveHost("github.com"), {
      ...standing,
      isOwner,
      roles: ["read", "write"],
    }).join("\n");

  test("names the repository, both records of each App, and where the keys go", () => {
    const text = describeFor(true);
    for (const word of ["acme/control on github.com", "the stored login", "private", "no file"]) {
      expect(text).toContain(word);
    }
    for (const role of ["READ", "WRITE"]) {
      expect(text).toContain(`variable CP_FORGE_${role}_APP_ID`);
      expect(text).toContain(`secret CP_FORGE_${role}_APP_PRIVATE_KEY`);
    }
    expect(text).not.toContain("approve");
  });

  test("says to somebody who is no owner that one has to approve", () => {
    expect(describeFor(false)).toContain("You are not an owner of acme: an owner has to approve");
  });
});

test("a ceiling in short", () => {
  expect(summarizeCeiling("read")).toBe(
    "Read-only: Actions, Checks, Code scanning alerts, Commit statuses, Contents, Dependabot alerts, Issues, Metadata, Packages, Pull requests, Secret scanning alerts; writes nothing",
  );
  expect(summarizeCeiling("write")).toBe(
    "Read and write: Actions, Contents, Issues, Pull requests; Read-only: Administration, Metadata",
  );
});

test("the list to tick has every permission but the one that comes by itself, and why this App needs it", () => {
  expect(listTicks("write")).toEqual([
    "Actions: Read and write (dispatch approved workers)",
    "Administration: Read-only (validate repository settings for approved maintenance outputs)",
    "Contents: Read and write (create approved changes)",
    "Issues: Read and write (emit issue or comment outputs)",
    "Pull requests: Read and write (emit approved pull-request outputs)",
  ]);
  expect(listTicks("read")).toEqual([
    "Actions: Read-only (inspect runs)",
    "Checks: Read-only (inspect checks)",
    "Code scanning alerts: Read-only (code-security evidence)",
    "Commit statuses: Read-only (status evidence)",
    "Contents: Read-only (read repositories)",
    "Dependabot alerts: Read-only (prioritize dependency security work)",
    "Issues: Read-only (inspect issues)",
    "Packages: Read-only (package evidence)",
    "Pull requests: Read-only (inspect pull requests)",
    "Secret scanning alerts: Read-only (code-security evidence)",
  ]);
});
