import { wire } from "../wire.ts";

export type Level = "read" | "write" | "admin";

/** Permission word → level, as in an App's manifest. */
export type Permissions = Record<string, Level>;

const levels: readonly Level[] = ["read", "write", "admin"];

/** What the forms call a level. */
export const levelNames: Readonly<Record<Level, string>> = {
  read: "Read-only",
  write: "Read and write",
  admin: "Admin",
};

/** Words that exist only as `write`. */
const writeOnly = new Set(["workflows", "profile"]);
const readOnly = new Set(["organization_events", "organization_plan"]);
/** Words that know a level above `write`. */
const withAdmin = new Set([
  "organization_custom_properties",
  "organization_projects",
  "repository_projects",
]);

/** Permissions of a repository, with the names that the pages show. */
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

/** Permissions of an organization, likewise. */
export const organizationPermissions: Readonly<Record<string, string>> = {
  members: "Members",
  organization_actions_variables: "Variables of the organization",
  organization_administration: "Administration of the organization",
  [wire.billingPermission]: "Inference seats",
  organization_custom_properties: "Custom properties of the organization",
  organization_custom_roles: "Custom roles",
  organization_events: "Events",
  organization_hooks: "Webhooks of the organization",
  organization_personal_access_token_requests: "Requests for personal access tokens",
  organization_personal_access_tokens: "Personal access tokens",
  organization_plan: "Plan",
  organization_projects: "Projects of the organization",
  organization_secrets: "Secrets of the organization",
  organization_self_hosted_runners: "Self-hosted runners",
  organization_user_blocking: "Blocking users",
};

/** Permissions of a person's account, likewise. */
const accountPermissions: Readonly<Record<string, string>> = {
  emails: "Email addresses",
  followers: "Followers",
  gpg_keys: "GPG keys",
  profile: "Profile",
  starring: "Starring",
};

/** Every permission word with its name. */
export const permissionNames: Readonly<Record<string, string>> = {
  ...repositoryPermissions,
  ...organizationPermissions,
  ...accountPermissions,
};

/** What a fine-grained token cannot have, though an App can. */
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

/** The levels that a permission word can have. */
export function levelsOf(word: string): readonly Level[] {
  if (writeOnly.has(word)) return ["write"];
  if (readOnly.has(word)) return ["read"];
  return withAdmin.has(word) ? levels : ["read", "write"];
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
