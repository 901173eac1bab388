import { branchesOf, rulesetsOf } from "./branch-protection.ts";
import type { Repository } from "./repository.ts";

/**
 * Returns GitHub's message if a branch of that name cannot be created, otherwise undefined.
 * @see POST /repos/{owner}/{repo}/git/refs; octokit/octokit.rb#675, actions/github-script#455,
 *   dmf-mxl/mxl#356
 */
export function explainNewBranch(repository: Repository, name: string): string | undefined {
  const branches = branchesOf(repository);
  if (!isRefName(name)) return `refs/heads/${name} is not a valid ref name.`;
  if (branches.includes(name)) return "Reference already exists";
  // Git can store a branch as a file, so a branch name cannot also be a folder of other branches.
  const isInTheWay = (other: string) => isBelow(name, other) || isBelow(other, name);
  if (branches.some(isInTheWay)) return "Reference update failed";
  if (rulesetsOf(repository, name).some(({ rules }) => rules.includes("creation"))) {
    return "Repository rule violations found\n\nCannot create ref due to creations being restricted.\n\n";
  }
  return undefined;
}

/** Returns GitHub's message if a tag of that name cannot be created, otherwise undefined. */
export function explainNewTag({ tags = [] }: Repository, name: string): string | undefined {
  if (!isRefName(name)) return `refs/tags/${name} is not a valid ref name.`;
  return tags.some((tag) => tag.name === name) ? "Reference already exists" : undefined;
}

function isBelow(name: string, folder: string): boolean {
  return name.startsWith(`${folder}/`);
}

/** @see https://git-scm.com/docs/git-check-ref-format */
function isRefName(name: string): boolean {
  if (/[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|^\/|[/.]$/u.test(name)) return false;
  return name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}
