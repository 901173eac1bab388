import { getAccount } from "./find.ts";
import type { Repository } from "./repository.ts";
import type { World } from "./world.ts";

/** What the environments of a repository may have. */
export interface EnvironmentRights {
  readonly reviewers: boolean;
  readonly branchPolicies: boolean;
  readonly secrets: boolean;
}

/**
 * By visibility and the owner's plan: public repositories have everything; others have reviewers and timers on Enterprise
 * only, and on Free nothing at all. What a plan lost is there still, and counts for nothing.
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
