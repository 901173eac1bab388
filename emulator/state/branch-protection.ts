import type { Environment, Repository, Ruleset } from "./repository.ts";
import { shortRef } from "./run-ref.ts";

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
 * Returns whether a run of this branch or tag may use the environment. "Protected branches only" lets every branch in
 * if the repository protects none, and no tag.
 * @see [doc] actions/reference/deployments-and-environments
 */
export function mayRefUse(
  repository: Repository,
  { branchPolicy, branchPatterns }: Environment,
  ref: string,
): boolean {
  if (!branchPolicy) return true;
  const kind = ref.startsWith("refs/tags/") ? "tag" : "branch";
  const short = shortRef(ref);
  if (branchPolicy.protected_branches) {
    return kind === "branch" && (!protectsAny(repository) || isBranchProtected(repository, short));
  }
  return branchPatterns.some(({ name, type }) => type === kind && fits(name, short));
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
