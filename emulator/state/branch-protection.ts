import type { Environment, Repository, Ruleset } from "./repository.ts";
import { shortRef } from "./run-ref.ts";

/**
 * Returns whether a protection or ruleset applies to a branch.
 * @see [oas] `protected` of GET /repos/{owner}/{repo}/branches
 */
export function isBranchProtected(repository: Repository, branch: string): boolean {
  const { protectedBranches = [] } = repository;
  return protectedBranches.includes(branch) || rulesetsOf(repository, branch).length > 0;
}

/** Returns the rulesets that apply to a branch. The branch does not have to exist. */
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
 * Returns whether a run of this branch or tag can use the environment. "Protected branches only"
 * allows every branch if the repository has no protected branches, but never allows tags.
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

/** Lists the default branch and the branches that the Git endpoints created. */
export function branchesOf({ defaultBranch, branches = [] }: Repository): string[] {
  return [defaultBranch, ...branches.map(({ name }) => name)];
}

/** Returns whether a pattern matches. `*` matches anything within one segment of a name. */
function fits(pattern: string, name: string): boolean {
  const source = pattern
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join("[^/]*");
  return new RegExp(`^${source}$`).test(name);
}
