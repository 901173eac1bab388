import type { Permissions } from "../auth/permission-words.ts";
import type { BoxKeys, Repository, StoredSecret, Variable } from "./repository.ts";

/** Everything that the embedded forge remembers. Plain data: it is saved as one JSON file. */
export interface World {
  version: 1;
  nextId: number;
  accounts: Account[];
  memberships: Membership[];
  /** State files of an earlier version have none. */
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
  /** Organizations only: seats for inference. Without it the billing endpoint knows nothing. */
  billing?: Billing;
  /** Organizations only: a person's token needs a sign-on of their own. */
  singleSignOn?: "required" | "off";
  /** Organizations only: a fine-grained token of someone who is no owner waits for approval. */
  tokensNeedApproval?: boolean;
  /** Organizations only: whether fine-grained tokens may be made for it at all. */
  fineGrainedTokens?: "allowed" | "forbidden";
  /** Organizations only: what their workflows are given; made when the first one is stored. */
  settings?: OrganizationSettings;
}

/** Secrets and variables that an organization shares with its repositories. */
export interface OrganizationSettings {
  secrets: (StoredSecret & Sharing)[];
  variables: (Variable & Sharing)[];
  box: BoxKeys;
}

/** Which repositories receive it: `private` is all that are not public. */
export interface Sharing {
  visibility: "all" | "private" | "selected";
  /** For `selected`. */
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
  /** Only the public halves stay here; a private key leaves once and is forgotten. */
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

/** Someone who is no owner asked for an installation; there is none until an owner installs. */
export interface InstallationRequest {
  appId: number;
  account: string;
  user: string;
  createdAt: string;
}

/** A token is kept as its SHA-256 only. */
export interface Token {
  id: number;
  hash: string;
  kind: "oauth" | "classic" | "fine-grained" | "installation" | "workflow";
  /** Whose token it is; an installation's and a workflow's belong to nobody. */
  user: string | null;
  name: string;
  scopes: string[];
  permissions: Permissions;
  /** The repositories it is limited to; null is every one of its owner or installation. */
  repositoryIds: number[] | null;
  /** Fine-grained only: the one account whose resources it may reach. */
  resourceOwner: string | null;
  pending: boolean;
  installationId: number | null;
  createdAt: string;
  expiresAt: string | null;
}

/** What a created App hands to its redirect URL: good for one conversion within the hour. */
interface ManifestCode {
  hash: string;
  appId: number;
  expiresAt: string;
}

interface Switches {
  /** Whether who may write Actions may write variables, too. The real forge refuses that; state files of before do not tell. */
  actionsWriteVariables?: boolean;
  /** A forge of one's own has rate limits off by default: no headers, and /rate_limit is 404. */
  rateLimits: boolean;
  /** Which scope lists an organization's installations; the documentation is not of one mind. */
  organizationInstallationsScope: "read:org" | "admin:org";
  /** The newer installation tokens carry the App's id and a JSON web token, and are long. */
  installationTokens: "short" | "long";
}

/** The next free number; all kinds of things share one row of numbers, as on the real forge. */
export function nextId(world: World): number {
  world.nextId += 1;
  return world.nextId;
}
