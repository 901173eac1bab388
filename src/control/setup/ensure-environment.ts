import type { EnvironmentState } from "../../../flows/pat/pat-deps.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { RestClient } from "../../forge/client.ts";

interface Environment {
  readonly protection_rules?: readonly { readonly type: string }[];
  readonly deployment_branch_policy?: {
    readonly protected_branches?: boolean;
    readonly custom_branch_policies?: boolean;
  } | null;
}

/**
 * An environment that is there keeps its rules. A new one takes the default branch only: "protected branches" would
 * shut out every run of a repository that protects none.
 */
export async function ensureEnvironment(
  client: RestClient,
  repository: RepositoryName,
  path: string,
): Promise<EnvironmentState> {
  const found = await client.request("GET", path, { accept: [404] });
  if (found.status === 200) {
    const environment = found.body as Environment;
    const isShut = await admitsNoBranch(client, path, environment);
    if (!isShut) return { isNew: false, ...readProtection(environment) };
    return { isNew: false, ...(await admitDefaultBranch(client, repository, path)) };
  }
  const policy = { protected_branches: false, custom_branch_policies: true };
  const made = await client.request("PUT", path, {
    body: { deployment_branch_policy: policy },
    // Branch rules on private repositories depend on the plan.
    accept: [422],
  });
  if (made.status === 422) {
    await client.request("PUT", path, { body: {} });
    const protection = "no protection: the plan has none for private repositories";
    return { isNew: true, isProtected: false, protection };
  }
  return { isNew: true, ...(await admitDefaultBranch(client, repository, path)) };
}

/** As a run leaves it that ended between the two requests: no run could ever use the token. */
async function admitsNoBranch(
  client: RestClient,
  path: string,
  { deployment_branch_policy: policy }: Environment,
): Promise<boolean> {
  if (policy?.custom_branch_policies !== true) return false;
  const { body } = await client.request("GET", `${path}/deployment-branch-policies`);
  return (body as { total_count: number }).total_count === 0;
}

async function admitDefaultBranch(client: RestClient, repository: RepositoryName, path: string) {
  const { body } = await client.request("GET", `/repos/${repository.full}`);
  const { default_branch: name } = body as { default_branch: string };
  const rule = { name, type: "branch" };
  await client.request("POST", `${path}/deployment-branch-policies`, { body: rule });
  return { isProtected: true, protection: `branch ${name} only` };
}

function readProtection({ protection_rules = [], deployment_branch_policy }: Environment) {
  const branches = deployment_branch_policy
    ? [
        deployment_branch_policy.protected_branches
          ? "protected branches only"
          : "chosen branches only",
      ]
    : [];
  const rules = protection_rules
    .map(({ type }) => type.replaceAll("_", " "))
    .filter((type) => type !== "branch policy");
  // A timer only delays whoever wants the token.
  const isProtected = branches.length > 0 || rules.includes("required reviewers");
  return { isProtected, protection: [...branches, ...rules].join(", ") || "no protection rules" };
}
