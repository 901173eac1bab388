import { findRepository, fullName, sameName } from "./find.ts";
import type { Repository } from "./repository.ts";
import type { World } from "./world.ts";

/** Gives a repository another name, another owner, or both. Its old name leads to it from now on. */
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

/** A name that is in use leads nowhere else any more, not even after its new bearer is gone. */
export function claimName(world: World, name: string): void {
  for (const repository of world.repositories.filter(({ formerNames }) => formerNames)) {
    repository.formerNames = repository.formerNames?.filter((each) => !sameName(each, name)) ?? [];
  }
}

/** The repository that bore this name before. */
export function findMoved(world: World, name: string): Repository | undefined {
  if (findRepository(world, name)) return undefined;
  return world.repositories.find(({ formerNames }) =>
    formerNames?.some((each) => sameName(each, name)),
  );
}

/** An installation reaches repositories of its own account only. */
export function leaveInstallations(world: World, { id }: Repository): void {
  for (const installation of world.installations) {
    installation.repositoryIds = installation.repositoryIds.filter((each) => each !== id);
  }
}
