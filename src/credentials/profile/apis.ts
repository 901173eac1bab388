import { readAppCeiling, writeAppCeiling } from "../apps/ceilings.ts";
import type { Permission } from "../apps/ceilings.ts";
import { labelOf } from "../apps/permission-words.ts";
import type { TargetKind } from "./facts.ts";

/** Other words that people and documents use for a permission. */
const otherWords: Readonly<Record<string, Permission>> = {
  code_scanning: "security_events",
  code_scanning_alerts: "security_events",
  commit_statuses: "statuses",
  dependabot_alerts: "vulnerability_alerts",
  pulls: "pull_requests",
  secret_scanning: "secret_scanning_alerts",
  security: "security_events",
};

/** The permission word for "Checks API", "pull-requests", "Commit statuses"; an unknown word stays what it is. */
export function readApi(word: string): string {
  const plain = word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_")
    .replace(/_api$/, "");
  return (Object.hasOwn(otherWords, plain) ? otherWords[plain] : undefined) ?? plain;
}

/** What the forge's forms call it; a word that nobody knows stays what it is. */
export function describeApi(api: string): string {
  return isKnownApi(api) ? labelOf(api) : api;
}

export function isKnownApi(api: string): boolean {
  return Object.hasOwn(readAppCeiling, api) || Object.hasOwn(writeAppCeiling, api);
}

export function isReadAppApi(api: string): boolean {
  return Object.hasOwn(readAppCeiling, api);
}

/** Administration: read is in the write App's ceiling only. */
export function isWriteAppOnlyApi(api: string): boolean {
  return Object.hasOwn(writeAppCeiling, api) && !isReadAppApi(api);
}

// facts/forge.md, section 8: fine-grained tokens reach neither of these, whoever made them.
const patGaps: ReadonlySet<string> = new Set(["checks", "packages"]);

/** Whether a fine-grained PAT can use the API. A word that nobody knows counts as no. */
export function isPatApi(api: string): boolean {
  return isKnownApi(api) && !patGaps.has(api);
}

const publicData = ["checks", "contents", "issues", "metadata", "pull_requests", "statuses"];

/**
 * What the workflow token sees. It is scoped to its own repository; elsewhere it sees what is public,
 * and neither Actions logs nor security data.
 */
const workflowTokenReach: Readonly<Record<TargetKind, ReadonlySet<string>>> = {
  self: new Set([...publicData, "actions", "packages", "security_events"]),
  public: new Set(publicData),
  private: new Set(),
  internal: new Set(),
};

/** The required APIs that the workflow token cannot use on all targets. */
export function findBlindSpots(targets: readonly TargetKind[], apis: readonly string[]): string[] {
  return apis.filter((api) => !targets.every((target) => workflowTokenReach[target].has(api)));
}
