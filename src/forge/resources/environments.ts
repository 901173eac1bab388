import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { readAllPages } from "../pages.ts";
import { find } from "../read.ts";
import { listUnder } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";

/** An environment of a repository, with its protection rules. */
export interface Environment {
  /** Types of the protection rules, as GitHub names them: "required_reviewers", "branch_policy". */
  readonly rules: readonly string[];
  readonly branches: "all" | "protected" | "chosen";
}

const environmentShape = v.pipe(
  v.object({
    protection_rules: v.optional(v.array(v.object({ type: v.string() })), []),
    deployment_branch_policy: v.nullish(
      v.object({
        protected_branches: v.optional(v.boolean(), false),
        custom_branch_policies: v.optional(v.boolean(), false),
      }),
    ),
  }),
  v.transform(({ protection_rules: rules, deployment_branch_policy: policy }): Environment => ({
    rules: rules.map(({ type }) => type),
    branches: policy?.protected_branches
      ? "protected"
      : policy?.custom_branch_policies
        ? "chosen"
        : "all",
  })),
);

export interface EnvironmentLocation {
  readonly repository: RepositoryName;
  readonly environment: string;
}

/** @see GET /repos/{owner}/{repo}/environments/{environment_name} */
export function findEnvironment(
  client: ForgeClient,
  location: EnvironmentLocation,
): Promise<Environment | undefined> {
  return find(client, pathOf(location), environmentShape);
}

/**
 * Creates an environment that is restricted to selected branches, but does not select any branch
 * yet.
 * @returns false if the plan does not include this restriction for private repositories; the
 *   environment then exists and accepts every branch
 * @see PUT /repos/{owner}/{repo}/environments/{environment_name}
 */
export async function makeEnvironment(
  client: ForgeClient,
  location: EnvironmentLocation,
): Promise<boolean> {
  const policy = { protected_branches: false, custom_branch_policies: true };
  const { status } = await client.request("PUT", pathOf(location), {
    body: { deployment_branch_policy: policy },
    accept: [403, 422],
  });
  if (status !== 422 && status !== 403) return true;
  // This request fails if the account cannot create environments or the name is invalid.
  await client.request("PUT", pathOf(location), { body: {} });
  return false;
}

/**
 * A branch or a tag that can use an environment. `*` in its name matches the text between slashes.
 */
export interface ChosenBranch {
  readonly name: string;
  readonly type: "branch" | "tag";
}

const chosenShape = listUnder(
  "branch_policies",
  v.object({ name: v.string(), type: v.optional(v.picklist(["branch", "tag"]), "branch") }),
);

/** @see GET …/deployment-branch-policies */
export function listChosenBranches(
  client: ForgeClient,
  location: EnvironmentLocation,
): Promise<readonly ChosenBranch[]> {
  const path = `${pathOf(location)}/deployment-branch-policies`;
  return readAllPages(client, path, { shape: chosenShape });
}

/**
 * Also succeeds if the branch is already selected, which GitHub reports with 303.
 * @see POST …/deployment-branch-policies
 */
export async function chooseBranch(
  client: ForgeClient,
  location: EnvironmentLocation,
  name: string,
): Promise<void> {
  const body = { name, type: "branch" };
  const path = `${pathOf(location)}/deployment-branch-policies`;
  await client.request("POST", path, { body, accept: [303] });
}

function pathOf({ repository, environment }: EnvironmentLocation): string {
  return `/repos/${repository.full}/environments/${encodeURIComponent(environment)}`;
}
