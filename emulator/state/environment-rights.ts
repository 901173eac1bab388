import { getAccount } from "./find.ts";
import type { Repository } from "./repository.ts";
import type { World } from "./world.ts";

/** Features that a repository's environments can use. */
export interface EnvironmentRights {
  readonly reviewers: boolean;
  readonly branchPolicies: boolean;
  readonly secrets: boolean;
}

/**
 * Returns the features that the repository's visibility and plan include. Public repositories have
 * all features. Other repositories have reviewers and timers only on Enterprise, and no features on
 * Free. Settings that the plan no longer includes still exist but have no effect.
 * @see [doc] actions/reference/deployments-and-environments; facts/forge.md, section 7
 */
export function environmentRights(world: World, repository: Repository): EnvironmentRights {
  const { plan } = getAccount(world, repository.owner);
  const isPublic = repository.visibility === "public";
  const isPaid = isPublic || plan !== "free";
  return {
    reviewers: isPublic || plan === "enterprise",
    branchPolicies: isPaid,
    secrets: isPaid,
  };
}
