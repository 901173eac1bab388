import { describe, expect, test } from "vitest";
import {
  ceilings,
  comparePermissions,
  gatePersistence,
  isAboveCeiling,
  preActivation,
} from "../../../src/credentials/apps/ceilings.ts";
import type { Permissions } from "../../../src/credentials/apps/ceilings.ts";
import { handlerPermissions } from "../../../src/credentials/apps/handlers.ts";
import { allPermissions } from "../../../src/credentials/apps/permission-words.ts";
import { appCeiling } from "../../../src/plane/scope/app-ceiling.ts";
import type { Package, Settings } from "../../../src/plane/scope/settings.ts";

type Scope = Pick<Settings, "mode" | "packages">;

const packageOf = (needs: Partial<Package>): Package => ({
  name: "review",
  apis: [],
  permissions: {},
  killSwitch: "CP_REVIEW_ENABLED",
  ...needs,
});
const scopeOf = (mode: Settings["mode"], ...needs: Partial<Package>[]): Scope => ({
  mode,
  packages: needs.map(packageOf),
});

const readBase: Permissions = { actions: "read", contents: "read", metadata: "read" };
const writeBase: Permissions = {
  actions: "write",
  issues: "write",
  metadata: "read",
  pull_requests: "write",
};
const pullRequests: Permissions = { contents: "write" };

describe("the ceiling of an App for a scope", () => {
  test.each<[string, Scope | undefined]>([
    ["without a scope", undefined],
    ["without packages", scopeOf("live")],
  ])("is the specified one %s", (_, scope) => {
    expect(appCeiling("read", scope)).toEqual(ceilings.read);
    expect(appCeiling("write", scope)).toEqual(ceilings.write);
  });

  test.each<[string, Scope, Permissions, Permissions]>([
    ["a package without needs", scopeOf("review", {}), {}, {}],
    [
      "APIs without levels",
      scopeOf("review", { apis: ["issues", "checks", "pull_requests"] }),
      { issues: "read", checks: "read", pull_requests: "read" },
      {},
    ],
    [
      "the APIs of several packages",
      scopeOf("review", { apis: ["packages"] }, { permissions: { statuses: "read" } }),
      { packages: "read", statuses: "read" },
      {},
    ],
    ["Contents: read, in live mode", scopeOf("live", { apis: ["contents"] }), {}, {}],
    [
      "Contents: write",
      scopeOf("review", { permissions: { contents: "write" } }),
      {},
      { contents: "write" },
    ],
    [
      "Issues: write",
      scopeOf("review", { permissions: { issues: "write" } }),
      { issues: "read" },
      {},
    ],
    [
      "Pull requests: write, which needs a branch",
      scopeOf("review", { permissions: { pull_requests: "write" } }),
      { pull_requests: "read" },
      pullRequests,
    ],
    [
      "Pull requests without a level, in live mode",
      scopeOf("live", { apis: ["pull_requests"] }),
      { pull_requests: "read" },
      pullRequests,
    ],
    [
      "Pull requests: read, in live mode",
      scopeOf("live", { apis: ["pull_requests"], permissions: { pull_requests: "read" } }),
      { pull_requests: "read" },
      {},
    ],
    [
      "Pull requests: write with Contents: read",
      scopeOf("live", { permissions: { pull_requests: "write", contents: "read" } }),
      { pull_requests: "read" },
      {},
    ],
    [
      "Administration, which only the write App can have",
      scopeOf("review", { apis: ["administration"] }),
      {},
      { administration: "read" },
    ],
  ])("with %s has only what the packages and gatehouse's runs need", (_, scope, read, write) => {
    expect(appCeiling("read", scope)).toEqual({ ...readBase, ...read });
    expect(appCeiling("write", scope)).toEqual({ ...writeBase, ...write });
  });

  test("never exceeds the specified one, whatever the packages declare", () => {
    const permissions = Object.fromEntries(allPermissions.map((name) => [name, "write"] as const));
    const scope = scopeOf("live", { apis: allPermissions, permissions });
    expect(appCeiling("read", scope)).toEqual(ceilings.read);
    expect(appCeiling("write", scope)).toEqual(ceilings.write);
  });

  test("covers every token that admission, precompute and the control file mint", () => {
    const least = scopeOf("review", {});
    const { issue, comment, dispatch } = handlerPermissions;
    const lacks = (role: "read" | "write", wanted: Permissions) =>
      comparePermissions(appCeiling(role, least), wanted).filter(isAboveCeiling);
    expect(lacks("read", preActivation)).toEqual([]);
    for (const wanted of [gatePersistence, issue, comment, dispatch]) {
      expect(lacks("write", wanted)).toEqual([]);
    }
    expect(lacks("write", handlerPermissions["pull-request"])).not.toEqual([]);
  });
});
