import { findRepository, fullName, sameName } from "./find.ts";
import type { Repository } from "./repository.ts";
import type { World } from "./world.ts";

/** Changes the name or owner of a repository. The former name then redirects to the new one. */
export function moveRepository(
  world: World,
  repository: Repository,
  { owner = repository.owner, name = repository.name }: { owner?: string; name?: string },
): void {
  const former = fullName(repository);
  if (!sameName(owner, repository.owner)) leaveInstallations(world, repository);
  claimName(world, `${owner}/${name}`);
  if (!sameName(former, `${owner}/${name}`)) {
    repository.formerNames = [...(repository.formerNames ?? []), former];
  }
  Object.assign(repository, { owner, name });
}

/**
 * Removes redirects from a name that is in use again. They are not restored if the new repository
 * is deleted.
 */
export function claimName(world: World, name: string): void {
  for (const repository of world.repositories.filter(({ formerNames }) => formerNames)) {
    repository.formerNames = repository.formerNames?.filter((each) => !sameName(each, name)) ?? [];
  }
}

/** Returns the repository that once had this name, or undefined if none did. */
export function findMoved(world: World, name: string): Repository | undefined {
  if (findRepository(world, name)) return undefined;
  return world.repositories.find(({ formerNames }) =>
    formerNames?.some((each) => sameName(each, name)),
  );
}

/**
 * Removes a moved repository from installations, because an installation covers only repositories
 * of its own account.
 */
export function leaveInstallations(world: World, { id }: Repository): void {
  for (const installation of world.installations) {
    installation.repositoryIds = installation.repositoryIds.filter((each) => each !== id);
  }
}
