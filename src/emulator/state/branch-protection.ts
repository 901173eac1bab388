import type { Environment, Repository, Ruleset } from "./repository.ts";

/** Whether rules of either kind guard a branch. @see [oas] `protected` of GET /repos/{owner}/{repo}/branches */
export function isBranchProtected(repository: Repository, branch: string): boolean {
  const { protectedBranches = [] } = repository;
  return protectedBranches.includes(branch) || rulesetsOf(repository, branch).length > 0;
}

/** The rulesets for a branch, which need not exist. */
export function rulesetsOf(
  { rulesets = [], defaultBranch }: Repository,
  branch: string,
): Ruleset[] {
  return rulesets.filter(({ include }) =>
    include.some(
      (pattern) =>
        pattern === "~ALL" ||
        (pattern === "~DEFAULT_BRANCH" && branch === defaultBranch) ||
        fits(pattern, `refs/heads/${branch}`),
    ),
  );
}

/**
 * Whether a run of this branch may use the environment. "Protected branches only" lets every branch in where the
 * repository protects none.
 * @see [doc] actions/reference/deployments-and-environments
 */
export function mayBranchUse(
  repository: Repository,
  { branchPolicy, branchPatterns }: Environment,
  branch: string,
): boolean {
  if (!branchPolicy) return true;
  if (branchPolicy.protected_branches) {
    return !protectsAny(repository) || isBranchProtected(repository, branch);
  }
  return branchPatterns.some(({ name, type }) => type === "branch" && fits(name, branch));
}

function protectsAny(repository: Repository): boolean {
  return branchesOf(repository).some((branch) => isBranchProtected(repository, branch));
}

/** The default branch, and those that the git endpoints made. */
export function branchesOf({ defaultBranch, branches = [] }: Repository): string[] {
  return [defaultBranch, ...branches.map(({ name }) => name)];
}

/** `*` stands for anything within one part of a name. */
function fits(pattern: string, name: string): boolean {
  const source = pattern
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join("[^/]*");
  return new RegExp(`^${source}$`).test(name);
}
