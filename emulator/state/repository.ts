/** A repository and all that lives in it. */
export interface Repository {
  id: number;
  owner: string;
  name: string;
  /** Full names that it bore before, and that still lead to it. */
  formerNames?: string[];
  visibility: "public" | "private" | "internal";
  archived: boolean;
  /** What is switched off; everything is on where nothing is told. */
  switchedOff?: Feature[];
  description: string | null;
  defaultBranch: string;
  collaborators: { login: string; role: RepositoryRole }[];
  variables: Variable[];
  secrets: StoredSecret[];
  /** Secrets of a repository and of its environments are sealed for these key pairs. */
  box: BoxKeys;
  environments: Environment[];
  /** Branches with a protection of their own. State files of an earlier version have none. */
  protectedBranches?: string[];
  rulesets?: Ruleset[];
  /** Branches besides the default one, which holds `files`. */
  branches?: Branch[];
  tags?: Branch[];
  /** The commit of the default branch, if the git endpoints set it, and the time of that push. */
  head?: { sha: string; pushedAt: string };
  /** Earlier commits of the default branch, oldest first. */
  earlierHeads?: string[];
  /** What was made by the git endpoints. */
  git?: { trees: GitTree[]; commits: GitCommit[] };
  files: RepositoryFile[];
  workflows: Workflow[];
  runs: Run[];
  issues: Issue[];
  createdAt: string;
  updatedAt: string;
  pushedAt: string;
}

/** What a repository can go without. */
export const features = ["issues", "pullRequests", "actions"] as const;

type Feature = (typeof features)[number];

/** From the weakest to the strongest. */
export const repositoryRoles = ["pull", "triage", "push", "maintain", "admin"] as const;

export type RepositoryRole = (typeof repositoryRoles)[number];

export interface Variable {
  name: string;
  value: string;
  createdAt: string;
  updatedAt: string;
}

/** A secret stays sealed as it came; only a workflow run opens it. */
export interface StoredSecret {
  name: string;
  sealed: string;
  createdAt: string;
  updatedAt: string;
}

/** X25519, raw bytes as base64. */
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

/** Rules for all branches that fit. */
export interface Ruleset {
  id: number;
  name: string;
  /** `~ALL`, `~DEFAULT_BRANCH`, or `refs/heads/…` with `*` in it. */
  include: string[];
  /** `creation`, `deletion`, `pull_request`. */
  rules: string[];
}

export interface RepositoryFile {
  path: string;
  /** base64 */
  content: string;
  /** Plain where nothing is told. */
  mode?: "100755" | "120000";
}

export interface Branch {
  name: string;
  /** Of its commit. */
  sha: string;
}

/** A whole tree: what lies in its folders, too. */
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
  /** What the run is called: its file's `run-name`, or the name of the workflow. */
  title: string;
  actor: string;
  /** A dispatch if undefined. */
  event?: "push";
  /** The full name of the branch or tag; the default branch if undefined. */
  ref?: string;
  headSha: string;
  status: "queued" | "pending" | "waiting" | "in_progress" | "completed";
  conclusion: "success" | "failure" | "cancelled" | null;
  jobs: RunJob[];
  /** The environments that jobs stand before. */
  pending?: PendingDeployment[];
  /** Who let jobs in, or kept them out. */
  reviews?: DeploymentReview[];
  createdAt: string;
  startedAt: string;
  updatedAt: string;
  /** What it was started from, for another attempt. */
  source?: { yaml: string; inputs: Record<string, unknown> };
  /** How often it was started; once where nothing is told. */
  attempt?: number;
  /** The attempts before the latest one, which the run itself tells of. */
  earlier?: Attempt[];
}

/** An attempt that was followed by another. */
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
  /** Whether a reviewer is still awaited; a timer may be besides. */
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
  /** It stands before its environment. */
  isWaiting?: boolean;
  /** It waits for its turn in a concurrency group. */
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
  /** Where its part of the job's log ends, in characters. */
  logEnd?: number;
}

export interface Issue {
  id: number;
  number: number;
  title: string;
  body: string | null;
  author: string;
  labels?: string[];
  /** What a pull request is besides. */
  pull?: { head: Branch; base: Branch };
  /** Open where nothing is told. */
  closed?: { at: string; reason: "completed" | "not_planned" };
  comments: { id: number; body: string; author: string; createdAt: string }[];
  createdAt: string;
  updatedAt: string;
}
