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
  expect(summarizeCeiling("read")).toMatch(/^reads actions, checks, .*; writes nothing$/);
  expect(summarizeCeiling("write")).toBe(
    "writes actions, contents, issues, pull requests; reads administration, metadata",
  );
});

test("the list to tick has every permission but the one that comes by itself", () => {
  expect(listTicks("write")).toEqual([
    "actions: write (inspect runs, dispatch approved workers)",
    "administration: read (validate repository settings for approved maintenance outputs)",
    "contents: write (read repositories, create approved changes)",
    "issues: write (inspect issues, emit issue or comment outputs)",
    "pull requests: write (inspect pull requests, emit approved pull-request outputs)",
  ]);
  expect(listTicks("read")).toHaveLength(10);
});
