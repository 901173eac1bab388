import type { AppRole } from "./app-role.ts";

/**
 * Names of the GitHub permissions that the control plane uses.
 * @see spec/credentials.md, "App permission ceilings"
 */
export type Permission =
  | "actions"
  | "administration"
  | "checks"
  | "contents"
  | "issues"
  | "metadata"
  | "packages"
  | "pull_requests"
  | "secret_scanning_alerts"
  | "security_events"
  | "statuses"
  | "vulnerability_alerts";

export type Level = "read" | "write";

export type Permissions<L extends Level = Level> = Readonly<Partial<Record<Permission, L>>>;

/** Ceiling of the read App. The type excludes write permissions. */
export const readAppCeiling = {
  actions: "read",
  checks: "read",
  contents: "read",
  issues: "read",
  metadata: "read",
  packages: "read",
  pull_requests: "read",
  secret_scanning_alerts: "read",
  security_events: "read",
  statuses: "read",
  vulnerability_alerts: "read",
} as const satisfies Permissions<"read">;

/**
 * Read permissions that every run uses before activation.
 * @see spec/credentials.md, "App permission ceilings"
 */
export const preActivation = {
  actions: "read",
  contents: "read",
} as const satisfies Permissions<"read">;

/**
 * Permissions for storing the gate record.
 * @see spec/credentials.md, "permissions requested by gate persistence"
 */
export const gatePersistence = { actions: "write" } as const satisfies Permissions;

export const writeAppCeiling = {
  actions: "write",
  administration: "read",
  contents: "write",
  issues: "write",
  metadata: "read",
  pull_requests: "write",
} as const satisfies Permissions;

export const ceilings: Readonly<Record<AppRole, Permissions>> = {
  read: readAppCeiling,
  write: writeAppCeiling,
};

/** The label of a permission, and why each App needs the permission. */
export interface PermissionWords {
  /** Label on GitHub's web form. For two permissions, the specification uses a different name. */
  readonly label: string;
  /** Reason why each App needs the permission, in the words of the specification. */
  readonly reasons: Readonly<Partial<Record<AppRole, string>>>;
}

export const permissionWords: Readonly<Record<Permission, PermissionWords>> = {
  actions: {
    label: "Actions",
    reasons: { read: "inspect runs", write: "dispatch approved workers" },
  },
  administration: {
    label: "Administration",
    reasons: { write: "validate repository settings for approved maintenance outputs" },
  },
  checks: { label: "Checks", reasons: { read: "inspect checks" } },
  contents: {
    label: "Contents",
    reasons: { read: "read repositories", write: "create approved changes" },
  },
  issues: {
    label: "Issues",
    reasons: { read: "inspect issues", write: "emit issue or comment outputs" },
  },
  metadata: {
    label: "Metadata",
    reasons: {
      read: "required automatically for Apps",
      write: "required automatically for Apps",
    },
  },
  packages: { label: "Packages", reasons: { read: "package evidence" } },
  pull_requests: {
    label: "Pull requests",
    reasons: { read: "inspect pull requests", write: "emit approved pull-request outputs" },
  },
  secret_scanning_alerts: {
    label: "Secret scanning alerts",
    reasons: { read: "code-security evidence" },
  },
  security_events: { label: "Code scanning alerts", reasons: { read: "code-security evidence" } },
  statuses: { label: "Commit statuses", reasons: { read: "status evidence" } },
  vulnerability_alerts: {
    label: "Dependabot alerts",
    reasons: { read: "prioritize dependency security work" },
  },
};

/** One permission that differs from the ceiling. `undefined` means no access. */
export interface PermissionDifference {
  readonly permission: string;
  readonly wanted: string | undefined;
  readonly found: string | undefined;
}

/**
 * Returns the permissions whose levels differ between the ceiling and the App on GitHub, in
 * alphabetical order.
 */
export function comparePermissions(
  wanted: Readonly<Record<string, string>>,
  found: Readonly<Record<string, string>>,
): PermissionDifference[] {
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(found)])].toSorted();
  return names
    .map((permission) => ({
      permission,
      wanted: ownWord(wanted, permission),
      found: ownWord(found, permission),
    }))
    .filter((one) => one.wanted !== one.found);
}

/**
 * Ignores inherited properties, because a permission could have the same name as an inherited
 * property, such as `constructor`.
 */
function ownWord(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

const strongest = 3;
const strength = new Map([
  ["none", 0],
  ["read", 1],
  ["write", 2],
  ["admin", strongest],
]);

/** Returns whether the App has more access than the ceiling allows. */
export function isAboveCeiling({ wanted = "none", found = "none" }: PermissionDifference): boolean {
  const level = (word: string) => strength.get(word) ?? strongest;
  return level(found) > level(wanted);
}
