import { wire } from "../wire.ts";

export type Level = "read" | "write" | "admin";

/** Level by permission name, as in an App's manifest. */
export type Permissions = Record<string, Level>;

const levels: readonly Level[] = ["read", "write", "admin"];

/** Labels for access levels, as shown on the forge's forms. */
export const levelNames: Readonly<Record<Level, string>> = {
  read: "Read-only",
  write: "Read and write",
  admin: "Admin",
};

/** Permissions that exist only as `write`. */
const writeOnly = new Set(["workflows", "profile"]);
const readOnly = new Set(["organization_events", "organization_plan"]);
/** Permissions with a level above `write`. */
const withAdmin = new Set([
  "organization_custom_properties",
  "organization_projects",
  "repository_projects",
]);

/** Labels for repository permissions on the forge's pages. */
export const repositoryPermissions: Readonly<Record<string, string>> = {
  actions: "Actions",
  actions_variables: "Variables",
  administration: "Administration",
  artifact_metadata: "Artifact metadata",
  attestations: "Attestations",
  checks: "Checks",
  codespaces: "Codespaces",
  contents: "Contents",
  dependabot_secrets: "Dependabot secrets",
  deployments: "Deployments",
  discussions: "Discussions",
  environments: "Environments",
  issues: "Issues",
  merge_queues: "Merge queues",
  metadata: "Metadata",
  packages: "Packages",
  pages: "Pages",
  pull_requests: "Pull requests",
  repository_custom_properties: "Custom properties",
  repository_hooks: "Webhooks",
  repository_projects: "Projects",
  secret_scanning_alerts: "Secret scanning alerts",
  secrets: "Secrets",
  single_file: "Single file",
  security_events: "Code scanning alerts",
  statuses: "Commit statuses",
  vulnerability_alerts: "Dependabot alerts",
  workflows: "Workflows",
};

/** Labels for organization permissions on the forge's pages. */
export const organizationPermissions: Readonly<Record<string, string>> = {
  members: "Members",
  organization_actions_variables: "Organization variables",
  organization_administration: "Organization administration",
  [wire.billingPermission]: "Inference seats",
  organization_custom_properties: "Organization custom properties",
  organization_custom_roles: "Custom roles",
  organization_events: "Events",
  organization_hooks: "Organization webhooks",
  organization_personal_access_token_requests: "Personal access token requests",
  organization_personal_access_tokens: "Personal access tokens",
  organization_plan: "Plan",
  organization_projects: "Organization projects",
  organization_secrets: "Organization secrets",
  organization_self_hosted_runners: "Self-hosted runners",
  organization_user_blocking: "Blocking users",
};

/** Labels for account permissions on the forge's pages. */
const accountPermissions: Readonly<Record<string, string>> = {
  emails: "Email addresses",
  followers: "Followers",
  gpg_keys: "GPG keys",
  profile: "Profile",
  starring: "Starring",
};

export const permissionNames: Readonly<Record<string, string>> = {
  ...repositoryPermissions,
  ...organizationPermissions,
  ...accountPermissions,
};

/** Permissions that an App can have but a fine-grained token cannot. */
const notForFineGrainedTokens = new Set([
  "checks",
  "packages",
  "repository_projects",
  "single_file",
]);

export const fineGrainedPermissions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(repositoryPermissions).filter(([word]) => !notForFineGrainedTokens.has(word)),
);

export function isPermissionWord(word: string): boolean {
  return Object.hasOwn(permissionNames, word);
}

/** Returns the levels that a permission can have. */
export function levelsOf(word: string): readonly Level[] {
  if (writeOnly.has(word)) return ["write"];
  if (readOnly.has(word)) return ["read"];
  return withAdmin.has(word) ? levels : ["read", "write"];
}

export function isLevel(value: unknown): value is Level {
  return levels.some((level) => level === value);
}

/** Returns whether `held` grants the permission at the level `wanted` or higher. */
export function grants(held: Permissions, word: string, wanted: Level): boolean {
  const level = held[word];
  return level !== undefined && levels.indexOf(level) >= levels.indexOf(wanted);
}

/** Adds `metadata: read`, which every App and fine-grained token has. */
export function withMetadata(permissions: Permissions): Permissions {
  return Object.keys(permissions).some((word) => word in repositoryPermissions)
    ? { ...permissions, metadata: permissions["metadata"] ?? "read" }
    : { ...permissions };
}
