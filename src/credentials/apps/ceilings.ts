import type { AppRole } from "./app-role.ts";

/** The forge's permission words that the control plane speaks of. @see spec/credentials.md, "App permission ceilings" */
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

/** As much as the read App may ever do. Its type leaves no room for a write permission. */
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

/** What every run reads with before activation. @see spec/credentials.md, "App permission ceilings" */
export const preActivation = {
  actions: "read",
  contents: "read",
} as const satisfies Permissions<"read">;

/** As much as the write-capable App may ever do. */
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

/** What people are told of a permission. */
export interface PermissionWords {
  /** What the forge's own forms call it. The specification calls two of them otherwise. */
  readonly label: string;
  /** What each App needs it for, in the words of the specification. */
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

/** One permission that is not what the ceiling says; `undefined` stands for none. */
export interface PermissionDifference {
  readonly permission: string;
  readonly wanted: string | undefined;
  readonly found: string | undefined;
}

/** What differs between a ceiling and what the forge reports, in alphabetical order. */
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

/** A permission may be called what every object has: `constructor`. */
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

/** Whether a difference gives more than the ceiling allows, rather than less. */
export function isAboveCeiling({ wanted = "none", found = "none" }: PermissionDifference): boolean {
  const level = (word: string) => strength.get(word) ?? strongest;
  return level(found) > level(wanted);
}
