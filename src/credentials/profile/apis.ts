import { readAppCeiling, writeAppCeiling } from "../apps/ceilings.ts";
import type { Permission } from "../apps/ceilings.ts";
import { labelOf } from "../apps/permission-words.ts";
import type { TargetKind } from "./facts.ts";

/** Aliases of permissions, as used in conversation and in documentation. */
const otherWords: Readonly<Record<string, Permission>> = {
  code_scanning: "security_events",
  code_scanning_alerts: "security_events",
  commit_statuses: "statuses",
  dependabot_alerts: "vulnerability_alerts",
  pulls: "pull_requests",
  secret_scanning: "secret_scanning_alerts",
  security: "security_events",
};

/**
 * Returns the permission name for inputs such as "Checks API", "pull-requests" or "Commit
 * statuses". Unknown names are only normalized.
 */
export function readApi(word: string): string {
  const plain = word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_")
    .replace(/_api$/, "");
  return (Object.hasOwn(otherWords, plain) ? otherWords[plain] : undefined) ?? plain;
}

/** Returns the label on GitHub's web forms; unknown names are returned unchanged. */
export function describeApi(api: string): string {
  return isKnownApi(api) ? labelOf(api) : api;
}

export function isKnownApi(api: string): boolean {
  return Object.hasOwn(readAppCeiling, api) || Object.hasOwn(writeAppCeiling, api);
}

export function isReadAppApi(api: string): boolean {
  return Object.hasOwn(readAppCeiling, api);
}

/** Returns whether only the write App's ceiling includes the API, such as Administration: read. */
export function isWriteAppOnlyApi(api: string): boolean {
  return Object.hasOwn(writeAppCeiling, api) && !isReadAppApi(api);
}

// facts/forge.md, section 8: no fine-grained PAT can access these APIs.
const patGaps: ReadonlySet<string> = new Set(["checks", "packages"]);

/** Returns whether a fine-grained PAT can use the API; false for unknown APIs. */
export function isPatApi(api: string): boolean {
  return isKnownApi(api) && !patGaps.has(api);
}

const publicData = ["checks", "contents", "issues", "metadata", "pull_requests", "statuses"];

/**
 * Permissions with which the workflow token can read each kind of target. The token is scoped to
 * its own repository. In other repositories, the token can read public data, except for Actions
 * logs and security data.
 */
const workflowTokenReach: Readonly<Record<TargetKind, ReadonlySet<string>>> = {
  self: new Set([...publicData, "actions", "packages", "security_events"]),
  public: new Set(publicData),
  private: new Set(),
  internal: new Set(),
};

/** Returns the required APIs that the workflow token cannot use on all targets. */
export function findBlindSpots(targets: readonly TargetKind[], apis: readonly string[]): string[] {
  return apis.filter((api) => !targets.every((target) => workflowTokenReach[target].has(api)));
}
