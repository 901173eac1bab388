import { wire } from "../wire.ts";

export type Level = "read" | "write" | "admin";

/** Permission word → level, as in an App's manifest. */
export type Permissions = Record<string, Level>;

const levels: readonly Level[] = ["read", "write", "admin"];

/** Words that exist only as `write`. */
const writeOnly = new Set(["workflows", "profile"]);

/** Permissions of a repository, with the names that the pages show. */
export const repositoryPermissions: Readonly<Record<string, string>> = {
  actions: "Actions",
  actions_variables: "Variables",
  administration: "Administration",
  checks: "Checks",
  contents: "Contents",
  dependabot_secrets: "Dependabot secrets",
  deployments: "Deployments",
  environments: "Environments",
  issues: "Issues",
  metadata: "Metadata",
  packages: "Packages",
  pages: "Pages",
  pull_requests: "Pull requests",
  repository_hooks: "Webhooks",
  secret_scanning_alerts: "Secret scanning alerts",
  secrets: "Secrets",
  security_events: "Code scanning alerts",
  statuses: "Commit statuses",
  vulnerability_alerts: "Dependabot alerts",
  workflows: "Workflows",
};

/** Permissions of an organization, likewise. */
export const organizationPermissions: Readonly<Record<string, string>> = {
  members: "Members",
  organization_actions_variables: "Variables of the organization",
  organization_administration: "Administration of the organization",
  [wire.billingPermission]: "Inference seats",
  organization_personal_access_token_requests: "Requests for personal access tokens",
  organization_personal_access_tokens: "Personal access tokens",
  organization_plan: "Plan",
  organization_secrets: "Secrets of the organization",
};

/** What a fine-grained token cannot have, though an App can. */
const notForFineGrainedTokens = new Set(["checks", "packages"]);

export const fineGrainedPermissions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(repositoryPermissions).filter(([word]) => !notForFineGrainedTokens.has(word)),
);

export function isPermissionWord(word: string): boolean {
  return word in repositoryPermissions || word in organizationPermissions;
}

/** The levels that a permission word can have. */
export function levelsOf(word: string): readonly Level[] {
  return writeOnly.has(word) ? ["write"] : ["read", "write"];
}

export function isLevel(value: unknown): value is Level {
  return levels.some((level) => level === value);
}

/** Whether `held` is as strong as `wanted` for this word. */
export function grants(held: Permissions, word: string, wanted: Level): boolean {
  const level = held[word];
  return level !== undefined && levels.indexOf(level) >= levels.indexOf(wanted);
}

/** Metadata: read comes with every App and every fine-grained token. */
export function withMetadata(permissions: Permissions): Permissions {
  return Object.keys(permissions).some((word) => word in repositoryPermissions)
    ? { ...permissions, metadata: permissions["metadata"] ?? "read" }
    : { ...permissions };
}
