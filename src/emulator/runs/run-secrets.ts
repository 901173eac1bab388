import { WorkflowRefused } from "../runner/yaml-reader.ts";
import type { Environment, Repository } from "../state/repository.ts";
import { openSealed } from "../state/sealed-box.ts";

/** Opens all secrets of a repository or an environment; only a run ever does. */
export async function openAll({
  secrets,
  box,
}: Pick<Repository, "secrets" | "box">): Promise<Record<string, string>> {
  const opened = await Promise.all(
    secrets.map(async ({ name, sealed }) => [name, await openSealed(sealed, box)] as const),
  );
  return Object.fromEntries(
    opened.flatMap(([name, secret]) => (secret ? [[name, secret.reveal()]] : [])),
  );
}

/**
 * The secrets of an environment; none when there is no such environment yet.
 * @throws WorkflowRefused when the branch of the run may not use it
 */
export async function openEnvironment(
  repository: Repository,
  name: string,
): Promise<Record<string, string>> {
  const environment = repository.environments.find(
    (each) => each.name.toLowerCase() === name.toLowerCase(),
  );
  if (!environment) return {};
  if (!mayBranchUse(environment, repository.defaultBranch)) {
    throw new WorkflowRefused(
      `Branch "${repository.defaultBranch}" is not allowed to deploy to ${name} due to environment protection rules.`,
    );
  }
  return openAll(environment);
}

/** No branch of the embedded forge is protected, so "protected branches only" lets none in. */
function mayBranchUse({ branchPolicy, branchPatterns }: Environment, branch: string): boolean {
  if (!branchPolicy) return true;
  return (
    branchPolicy.custom_branch_policies &&
    branchPatterns.some(({ name, type }) => type === "branch" && fits(name, branch))
  );
}

/** `*` stands for anything within one part of a branch name. */
function fits(pattern: string, branch: string): boolean {
  const source = pattern
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join("[^/]*");
  return new RegExp(`^${source}$`).test(branch);
}
