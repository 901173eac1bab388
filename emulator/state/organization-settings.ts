import { environmentRights } from "./environment-rights.ts";
import { findOrganization } from "./find.ts";
import type { Repository } from "./repository.ts";
import { makeBoxKeys } from "./sealed-box.ts";
import type { Account, OrganizationSettings, Sharing, World } from "./world.ts";

/**
 * Returns an organization's secrets and variables so that they can be changed. Creates empty
 * settings if there are none.
 */
export function settingsOf(organization: Account): OrganizationSettings {
  organization.settings ??= { secrets: [], variables: [], box: makeBoxKeys() };
  return organization.settings;
}

/**
 * Returns the organization's secrets and variables that a repository receives, sorted by name.
 * Returns undefined if the owner is a user or does not have any settings.
 */
export function settingsFor(
  world: World,
  repository: Repository,
): OrganizationSettings | undefined {
  const settings = findOrganization(world, repository.owner)?.settings;
  if (!settings) return undefined;
  const { secrets, variables, box } = settings;
  const reaching = <T extends Sharing & { name: string }>(all: readonly T[]) =>
    all
      .filter((each) => isShared(world, repository, each))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  return { secrets: reaching(secrets), variables: reaching(variables), box };
}

/**
 * Returns whether an organization's secret or variable is available to a repository. `private`
 * includes internal repositories. On Free, private repositories do not receive any.
 * @see [reu] actions/actions-secrets-variables-repository-access
 */
function isShared(world: World, repository: Repository, sharing: Sharing): boolean {
  const isPublic = repository.visibility === "public";
  // On plans that support environment secrets, the organization's settings also apply to private
  // repositories.
  if (!isPublic && !environmentRights(world, repository).secrets) return false;
  switch (sharing.visibility) {
    case "all":
      return true;
    case "private":
      return !isPublic;
    case "selected":
      return sharing.repositoryIds.includes(repository.id);
  }
}
