import { repositoriesOfUser, roleInRepository } from "../auth/access.ts";
import type { UserCall } from "../auth/doors.ts";
import { page } from "../http/paging.ts";
import { Refusal } from "../http/reply.ts";
import { repositoryInList } from "../shapes/repository.ts";
import { fullName, roleInOrganization, sameName } from "../state/find.ts";
import type { Repository } from "../state/repository.ts";

/**
 * Implements `GET /user/repos`: lists the repositories that the user's token covers, filtered and
 * sorted.
 */
export function listOwnRepositories(call: UserCall) {
  const { forge, urls, query, caller } = call;
  if (query.has("type") && (query.has("visibility") || query.has("affiliation"))) {
    throw new Refusal(422, "If you specify visibility or affiliation, you cannot specify type.");
  }
  const found = repositoriesOfUser(forge.world, caller).filter(
    (each) => isWanted(query.get("visibility"), each) && isTheirs(call, each),
  );
  return page(call, sorted(found, query), (shown) =>
    shown.map((repository) => {
      const role = roleInRepository(forge.world, caller.user.login, repository);
      return repositoryInList(urls, forge.world, { repository, role });
    }),
  );
}

function isWanted(visibility: string | null, repository: Repository): boolean {
  if (visibility === null || visibility === "all") return true;
  return (repository.visibility === "public") === (visibility === "public");
}

/** Returns whether a repository matches. `type` is shorthand for a visibility or an affiliation. */
function isTheirs(call: UserCall, repository: Repository): boolean {
  const { caller, forge, query } = call;
  const { login } = caller.user;
  const isOwner = sameName(repository.owner, login);
  const type = query.get("type") ?? "all";
  if (type === "public" || type === "private") return isWanted(type, repository);
  if (type === "owner" || type === "member") return isOwner === (type === "owner");
  const wanted = (query.get("affiliation") ?? "owner,collaborator,organization_member").split(",");
  const isMember = roleInOrganization(forge.world, login, repository.owner) !== undefined;
  const isInvited = repository.collaborators.some((each) => sameName(each.login, login));
  return (
    (isOwner && wanted.includes("owner")) ||
    (isInvited && wanted.includes("collaborator")) ||
    (isMember && wanted.includes("organization_member"))
  );
}

const times = { created: "createdAt", updated: "updatedAt", pushed: "pushedAt" } as const;

/** Sorts by name ascending or by time descending, unless `direction` requests otherwise. */
function sorted(found: readonly Repository[], query: URLSearchParams): Repository[] {
  const by = Object.entries(times).find(([name]) => name === query.get("sort"))?.[1];
  const keyOf = (repository: Repository) => (by ? repository[by] : fullName(repository));
  const isUp = (query.get("direction") ?? (by ? "desc" : "asc")) === "asc";
  const up = found.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
  return isUp ? up : up.toReversed();
}
