import { GraphQLError } from "graphql";
import { canSee, roleInRepository } from "../auth/access.ts";
import { budgetOwner } from "../auth/caller.ts";
import type { Call } from "../http/call.ts";
import { nodeId } from "../shapes/account.ts";
import {
  findAccount,
  findRepository,
  fullName,
  getAccount,
  owns,
  repositoriesOf,
} from "../state/find.ts";
import type { Repository, RepositoryRole } from "../state/repository.ts";
import type { Account } from "../state/world.ts";

interface Slice {
  first?: number;
  last?: number;
  after?: string;
}

/** What the fields of a query answer, for the one who asks. */
export function createAnswers(call: Call) {
  const { world } = call.forge;
  return {
    viewer: () => {
      if ("user" in call.caller) return account(call, call.caller.user);
      throw new GraphQLError("Resource not accessible by integration");
    },
    user: ({ login }: { login: string }) => ofType(call, login, "User"),
    organization: ({ login }: { login: string }) => ofType(call, login, "Organization"),
    repository({ owner, name }: { owner: string; name: string }) {
      const found = findRepository(world, `${owner}/${name}`);
      if (found && canSee(world, call.caller, found)) return repository(call, found);
      throw notThere(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
    },
    rateLimit: () => rateLimit(call),
  };
}

/** Of the four kinds of errors that GraphQL reports, the one for things that are not there. */
function notThere(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type: "NOT_FOUND" } });
}

function ofType(call: Call, login: string, type: Account["type"]) {
  const found = findAccount(call.forge.world, login);
  if (found?.type === type) return account(call, found);
  throw notThere(
    `Could not resolve to a ${type === "User" ? "User" : "Organization"} with the login of '${login}'.`,
  );
}

function account(call: Call, { id, login, name, type }: Account) {
  const { caller, forge, urls } = call;
  return {
    __typename: type,
    id: nodeId(type === "User" ? "U" : "O", id),
    databaseId: id,
    login,
    name,
    url: `${urls.web}/${login}`,
    viewerCanAdminister: "user" in caller && owns(forge.world, caller.user.login, login),
    repositories: (slice: Slice) => repositories(call, login, slice),
  };
}

function repositories(call: Call, login: string, { first, last, after }: Slice) {
  const size = first ?? last;
  if (size === undefined || size < 1 || size > 100) {
    throw new GraphQLError(
      "You must provide a `first` or `last` value between 1 and 100 to properly paginate the `repositories` connection.",
    );
  }
  const { world } = call.forge;
  const seen = repositoriesOf(world, login).filter((each) => canSee(world, call.caller, each));
  const start = first === undefined ? Math.max(0, seen.length - size) : Number(after ?? 0);
  const shown = seen.slice(start, start + size);
  return {
    nodes: shown.map((each) => repository(call, each)),
    totalCount: seen.length,
    pageInfo: {
      hasNextPage: start + size < seen.length,
      hasPreviousPage: start > 0,
      startCursor: String(start),
      endCursor: String(start + shown.length),
    },
  };
}

const permissions: Record<RepositoryRole, string> = {
  pull: "READ",
  triage: "TRIAGE",
  push: "WRITE",
  maintain: "MAINTAIN",
  admin: "ADMIN",
};

function repository(call: Call, found: Repository) {
  const { caller, forge, urls } = call;
  const owner = getAccount(forge.world, found.owner);
  const isOpen = found.visibility === "public";
  const role =
    "user" in caller ? roleInRepository(forge.world, caller.user.login, found) : undefined;
  return {
    id: nodeId("R", found.id),
    databaseId: found.id,
    name: found.name,
    nameWithOwner: fullName(found),
    owner: () => account(call, owner),
    description: found.description,
    url: `${urls.web}/${fullName(found)}`,
    isPrivate: !isOpen,
    isArchived: found.archived,
    isFork: false,
    isInOrganization: owner.type === "Organization",
    visibility: found.visibility.toUpperCase(),
    viewerPermission: role ? permissions[role] : isOpen ? "READ" : null,
    viewerCanAdminister: role === "admin",
    hasIssuesEnabled: true,
    hasWikiEnabled: true,
    mergeCommitAllowed: true,
    rebaseMergeAllowed: true,
    squashMergeAllowed: true,
    parent: null,
    defaultBranchRef: { id: nodeId("REF", found.id), name: found.defaultBranch },
    createdAt: found.createdAt,
    updatedAt: found.updatedAt,
    pushedAt: found.pushedAt,
  };
}

function rateLimit({ caller, forge }: Call) {
  if (!forge.world.switches.rateLimits) return null;
  const { limit, remaining, used, reset } = forge.limits.read(budgetOwner(caller), "graphql");
  const resetAt = new Date(reset * 1000).toISOString();
  return { cost: 1, limit, remaining, used, resetAt, nodeCount: 0 };
}
