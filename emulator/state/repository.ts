export interface Repository {
  id: number;
  owner: string;
  name: string;
  /** Former full names that still redirect to the repository. */
  formerNames?: string[];
  visibility: "public" | "private" | "internal";
  archived: boolean;
  /** Disabled features (default: none). */
  switchedOff?: Feature[];
  description: string | null;
  defaultBranch: string;
  collaborators: { login: string; role: RepositoryRole }[];
  variables: Variable[];
  secrets: StoredSecret[];
  /** Key pairs that seal the secrets of the repository and its environments. */
  box: BoxKeys;
  environments: Environment[];
  /** Branches with their own protection (undefined in older state files). */
  protectedBranches?: string[];
  rulesets?: Ruleset[];
  /** Branches other than the default branch. The default branch's contents are in `files`. */
  branches?: Branch[];
  tags?: Branch[];
  /**
   * Head commit of the default branch and its push time, if it was pushed through the Git
   * endpoints.
   */
  head?: { sha: string; pushedAt: string };
  /** Earlier commits of the default branch, oldest first. */
  earlierHeads?: string[];
  /** Objects that the Git endpoints created. */
  git?: { trees: GitTree[]; commits: GitCommit[] };
  files: RepositoryFile[];
  workflows: Workflow[];
  runs: Run[];
  /** Saved caches of runs, oldest first (undefined in older state files). */
  caches?: StoredCache[];
  issues: Issue[];
  createdAt: string;
  updatedAt: string;
  pushedAt: string;
}

/** Features that a repository can disable. */
export const features = ["issues", "pullRequests", "actions"] as const;

type Feature = (typeof features)[number];

/** Repository roles, from weakest to strongest. */
export const repositoryRoles = ["pull", "triage", "push", "maintain", "admin"] as const;

export type RepositoryRole = (typeof repositoryRoles)[number];

export interface Variable {
  name: string;
  value: string;
  createdAt: string;
  updatedAt: string;
}

/** A secret, stored as a sealed box. Only a workflow run decrypts it. */
export interface StoredSecret {
  name: string;
  sealed: string;
  createdAt: string;
  updatedAt: string;
}

/** An X25519 key pair: raw bytes in base64. */
export interface BoxKeys {
  keyId: string;
  publicKey: string;
  privateKey: string;
}

export interface Environment {
  id: number;
  name: string;
  waitTimer: number;
  preventSelfReview: boolean;
  reviewers: { type: "User" | "Team"; id: number }[];
  branchPolicy: { protected_branches: boolean; custom_branch_policies: boolean } | null;
  branchPatterns: { id: number; name: string; type: "branch" | "tag" }[];
  secrets: StoredSecret[];
  variables: Variable[];
  box: BoxKeys;
  createdAt: string;
  updatedAt: string;
}

/** A set of rules for all branches that match its patterns. */
export interface Ruleset {
  id: number;
  name: string;
  /** Ref patterns: `~ALL`, `~DEFAULT_BRANCH`, or `refs/heads/…` with `*`. */
  include: string[];
  /** Rule types: `creation`, `deletion`, `pull_request`. */
  rules: string[];
}

export interface RepositoryFile {
  path: string;
  /** base64 */
  content: string;
  /** Git file mode (default: a regular file). */
  mode?: "100755" | "120000";
}

/** A cache that a run has saved. A saved cache never changes. */
export interface StoredCache {
  key: string;
  /** The cached path. A run finds a cache only with the same path. */
  path: string;
  files: CachedFile[];
}

export interface CachedFile {
  /** Path relative to the cached path. */
  path: string;
  /** Permission bits. */
  mode: number;
  /** base64 */
  content: string;
}

export interface Branch {
  name: string;
  /** Hash of its commit. */
  sha: string;
}

/** A complete tree, including the contents of its folders. */
export interface GitTree {
  sha: string;
  files: RepositoryFile[];
}

export interface GitCommit {
  sha: string;
  tree: string;
  parents: string[];
  message: string;
  at: string;
}

export interface Workflow {
  id: number;
  name: string;
  path: string;
  state: "active" | "disabled_manually" | "deleted";
  createdAt: string;
  updatedAt: string;
}

export interface Run {
  id: number;
  number: number;
  workflowId: number;
  /** Title of the run: `run-name` of its file, or the name of the workflow. */
  title: string;
  actor: string;
  /** The triggering event. If undefined, the run was dispatched. */
  event?: "push";
  /** Full name of the branch or tag (default: the default branch). */
  ref?: string;
  headSha: string;
  status: "queued" | "pending" | "waiting" | "in_progress" | "completed";
  conclusion: "success" | "failure" | "cancelled" | null;
  jobs: RunJob[];
  /** Environments that jobs are waiting for. */
  pending?: PendingDeployment[];
  /** Reviews that approved or rejected deployments. */
  reviews?: DeploymentReview[];
  createdAt: string;
  startedAt: string;
  updatedAt: string;
  /** Workflow file and inputs of the run, which a rerun uses again. */
  source?: { yaml: string; inputs: Record<string, unknown> };
  /** Number of the current attempt (default: 1). */
  attempt?: number;
  /** Earlier attempts. The data of the current attempt is in the run itself. */
  earlier?: Attempt[];
}

/** An attempt that a later one replaced. */
export interface Attempt extends Pick<
  Run,
  "status" | "conclusion" | "jobs" | "startedAt" | "updatedAt"
> {
  attempt: number;
}

export interface PendingDeployment {
  id: number;
  environmentId: number;
  job: string;
  /** Whether a review is still required, regardless of the wait timer. */
  needsReview: boolean;
  timerStartedAt: string | null;
  createdAt: string;
}

export interface DeploymentReview {
  environmentIds: number[];
  state: "approved" | "rejected";
  user: string;
  comment: string;
}

export interface RunJob {
  id: number;
  name: string;
  conclusion: string | null;
  /** Whether the job is waiting for its environment. */
  isWaiting?: boolean;
  /** Whether the job is waiting for its concurrency group. */
  isPending?: boolean;
  steps: RunStep[];
  log: string;
}

export interface RunStep {
  name: string;
  number: number;
  conclusion: string | null;
  startedAt: string | null;
  completedAt: string | null;
  /** End of the step's section in the job log, as a position in characters. */
  logEnd?: number;
}

export interface Issue {
  id: number;
  number: number;
  title: string;
  body: string | null;
  author: string;
  labels?: string[];
  pull?: { head: Branch; base: Branch };
  /** Time and reason of the closing; undefined if the issue is open. */
  closed?: { at: string; reason: "completed" | "not_planned" };
  comments: { id: number; body: string; author: string; createdAt: string }[];
  createdAt: string;
  updatedAt: string;
}
