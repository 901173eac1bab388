import type { Permissions } from "../auth/permission-words.ts";
import type { BoxKeys, Repository, StoredSecret, Variable } from "./repository.ts";

/** The complete state of the embedded forge. It is plain data, saved as one JSON file. */
export interface World {
  version: 1;
  nextId: number;
  accounts: Account[];
  memberships: Membership[];
  /** Teams of all organizations; undefined in older state files. */
  teams?: Team[];
  repositories: Repository[];
  apps: App[];
  installations: Installation[];
  installationRequests: InstallationRequest[];
  tokens: Token[];
  manifestCodes: ManifestCode[];
  switches: Switches;
}

export interface Account {
  id: number;
  type: "User" | "Organization";
  login: string;
  name: string;
  createdAt: string;
  plan: "free" | "pro" | "team" | "enterprise";
  /** Copilot seats; organizations only. If undefined, the billing endpoint returns 404. */
  billing?: Billing;
  /** Whether users' tokens must be authorized for single sign-on; organizations only. */
  singleSignOn?: "required" | "off";
  /**
   * Whether a fine-grained token requires approval if its user is not an owner; organizations only.
   */
  tokensNeedApproval?: boolean;
  /**
   * Whether the organization can be the resource owner of fine-grained tokens; organizations only.
   */
  fineGrainedTokens?: "allowed" | "forbidden";
  /**
   * Secrets and variables for workflows; organizations only. Created when the first one is stored.
   */
  settings?: OrganizationSettings;
}

/** Secrets and variables that an organization shares with its repositories. */
export interface OrganizationSettings {
  secrets: (StoredSecret & Sharing)[];
  variables: (Variable & Sharing)[];
  box: BoxKeys;
}

/**
 * Repositories that receive an organization's secret or variable. `private` means all repositories
 * that are not public.
 */
export interface Sharing {
  visibility: "all" | "private" | "selected";
  /** IDs of the repositories that receive the value if the visibility is `selected`. */
  repositoryIds: number[];
}

export interface Team {
  id: number;
  organization: string;
  slug: string;
  members: string[];
}

interface Billing {
  total: number;
  setting: "assign_all" | "assign_selected" | "disabled" | "unconfigured";
}

interface Membership {
  organization: string;
  user: string;
  role: "admin" | "member";
  state: "active" | "pending";
}

export interface App {
  id: number;
  clientId: string;
  slug: string;
  name: string;
  owner: string;
  description: string | null;
  url: string;
  setupUrl: string | null;
  hook: { url: string; active: boolean } | null;
  public: boolean;
  permissions: Permissions;
  events: string[];
  /** Public keys only. A private key is returned once and not stored. */
  keys: AppKey[];
  clientSecretHash: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface AppKey {
  id: number;
  /** SPKI, PEM. */
  publicKey: string;
  createdAt: string;
}

export interface Installation {
  id: number;
  appId: number;
  account: string;
  selection: "all" | "selected";
  repositoryIds: number[];
  permissions: Permissions;
  suspendedBy: string | null;
  suspendedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/**
 * An installation request by a user who is not an owner. The App is not installed until an owner
 * approves.
 */
export interface InstallationRequest {
  appId: number;
  account: string;
  user: string;
  createdAt: string;
}

/** A token, stored only as its SHA-256 hash. */
export interface Token {
  id: number;
  hash: string;
  kind: "oauth" | "classic" | "fine-grained" | "installation" | "workflow";
  /** Owner of the token, or null for tokens of installations and workflows. */
  user: string | null;
  name: string;
  scopes: string[];
  permissions: Permissions;
  /**
   * Repositories to which the token is limited, or null for all repositories of its owner or
   * installation.
   */
  repositoryIds: number[] | null;
  /** The only account whose resources the token can access; fine-grained tokens only. */
  resourceOwner: string | null;
  pending: boolean;
  installationId: number | null;
  createdAt: string;
  expiresAt: string | null;
}

/** The code that is sent to the redirect URL of a new App. It can be used once, within one hour. */
interface ManifestCode {
  hash: string;
  appId: number;
  expiresAt: string;
}

interface Switches {
  /**
   * Whether write access to Actions includes write access to variables. On GitHub, it does not.
   * Undefined in older state files.
   */
  actionsWriteVariables?: boolean;
  /**
   * Whether rate limits are enabled. GitHub Enterprise Server disables them by default: no headers,
   * and 404 for /rate_limit.
   */
  rateLimits: boolean;
  /**
   * The scope required to list an organization's installations. GitHub's documentation is
   * inconsistent about it.
   */
  organizationInstallationsScope: "read:org" | "admin:org";
  /**
   * Format of installation tokens. The newer, long format contains the App's ID and a JSON web
   * token.
   */
  installationTokens: "short" | "long";
}

/** Returns the next free ID. All kinds of objects share one sequence, as on GitHub. */
export function nextId(world: World): number {
  world.nextId += 1;
  return world.nextId;
}
