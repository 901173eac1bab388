import { fullName, owns, roleInOrganization, sameName } from "../state/find.ts";
import { repositoryRoles, type Repository, type RepositoryRole } from "../state/repository.ts";
import type { Token, World } from "../state/world.ts";
import type { Caller } from "./caller.ts";
import { grants, type Level } from "./permission-words.ts";

export function isAtLeast(role: RepositoryRole | undefined, wanted: RepositoryRole): boolean {
  return role !== undefined && repositoryRoles.indexOf(role) >= repositoryRoles.indexOf(wanted);
}

/**
 * Returns the user's role in a repository. Returns undefined if the user has no role, even if the
 * repository is public.
 */
export function roleInRepository(
  world: World,
  user: string,
  repository: Repository,
): RepositoryRole | undefined {
  if (owns(world, user, repository.owner)) return "admin";
  const invited = repository.collaborators.find(({ login }) => sameName(login, user));
  if (invited) return invited.role;
  return roleInOrganization(world, user, repository.owner) ? "pull" : undefined;
}

/** Returns whether the caller can see that this repository exists. */
export function canSee(world: World, caller: Caller, repository: Repository): boolean {
  if (repository.visibility === "public") return true;
  switch (caller.kind) {
    case "anonymous":
    case "app":
      return false;
    case "installation":
      return (
        sameName(caller.installation.account, repository.owner) &&
        reaches(caller.token, repository) &&
        (caller.installation.selection === "all" ||
          caller.installation.repositoryIds.includes(repository.id))
      );
    case "workflow":
      return reaches(caller.token, repository);
    case "fine-grained":
      return (
        fineGrainedReaches(caller.token, repository) &&
        roleInRepository(world, caller.user.login, repository) !== undefined
      );
    case "user":
      return (
        caller.token.scopes.includes("repo") &&
        roleInRepository(world, caller.user.login, repository) !== undefined
      );
  }
}

/**
 * Returns whether a token other than a user's OAuth token has a permission for this repository. Any
 * token can read the public parts of a public repository, even outside its scope.
 */
export function hasPermission(
  caller: Caller,
  repository: Repository,
  { word, level }: { word: string; level: Level },
): boolean {
  if (caller.kind === "anonymous" || caller.kind === "app" || caller.kind === "user") return false;
  const within = isWithinReach(caller, repository);
  if (within && grants(caller.token.permissions, word, level)) return true;
  return repository.visibility === "public" && level === "read" && isPublicReading(word);
}

/** Returns whether anyone can read this part of a public repository. */
export function isPublicReading(word: string): boolean {
  return ["metadata", "contents", "actions", "issues", "pull_requests", "checks"].includes(word);
}

function isWithinReach(caller: Caller & { token: Token }, repository: Repository): boolean {
  if (caller.kind === "fine-grained") return fineGrainedReaches(caller.token, repository);
  if (caller.kind !== "installation") return reaches(caller.token, repository);
  const { account, selection, repositoryIds } = caller.installation;
  const installed = selection === "all" || repositoryIds.includes(repository.id);
  return sameName(account, repository.owner) && installed && reaches(caller.token, repository);
}

/**
 * Returns whether a fine-grained token covers the repository. A token that is waiting for approval
 * does not cover any repositories.
 */
function fineGrainedReaches(token: Token, repository: Repository): boolean {
  const { pending, resourceOwner } = token;
  return !pending && sameName(resourceOwner ?? "", repository.owner) && reaches(token, repository);
}

function reaches(token: Token, repository: Repository): boolean {
  return token.repositoryIds === null || token.repositoryIds.includes(repository.id);
}

/** Lists a user's repositories that the token covers. */
export function repositoriesOfUser(
  world: World,
  caller: Caller & { kind: "user" | "fine-grained" },
) {
  return world.repositories
    .filter(
      (repository) =>
        roleInRepository(world, caller.user.login, repository) !== undefined &&
        canSee(world, caller, repository),
    )
    .sort((one, other) => fullName(one).localeCompare(fullName(other)));
}
