import { environmentRights } from "./environment-rights.ts";
import { findOrganization } from "./find.ts";
import type { Repository } from "./repository.ts";
import { makeBoxKeys } from "./sealed-box.ts";
import type { Account, OrganizationSettings, Sharing, World } from "./world.ts";

/** The secrets and variables of an organization, to be changed; none yet is an empty one. */
export function settingsOf(organization: Account): OrganizationSettings {
  organization.settings ??= { secrets: [], variables: [], box: makeBoxKeys() };
  return organization.settings;
}

/** Those that reach a repository, by name. A person has none to share. */
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
 * `private` means private and internal ones. On Free nothing is shared with them.
 * @see [reu] actions/actions-secrets-variables-repository-access
 */
function isShared(world: World, repository: Repository, sharing: Sharing): boolean {
  const isPublic = repository.visibility === "public";
  // The plan that gives environments their secrets shares the organization's with private repositories, too.
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
