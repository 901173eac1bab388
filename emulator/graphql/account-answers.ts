import { canSee } from "../auth/access.ts";
import { nodeId } from "../shapes/account.ts";
import { findAccount, owns, repositoriesOf, roleInOrganization } from "../state/find.ts";
import type { Repository } from "../state/repository.ts";
import type { Account } from "../state/world.ts";
import { connect, type Slice } from "./connection.ts";
import { requireScope } from "./refusals.ts";
import type { View } from "./view.ts";

/** Resolves a user or an organization. */
export function answerAccount(view: View, account: Account) {
  const { caller, forge, urls } = view;
  const { id, login, name, type } = account;
  return {
    __typename: type,
    id: nodeId(type === "User" ? "U" : "O", id),
    databaseId: id,
    login,
    name,
    url: `${urls.web}/${login}`,
    viewerCanAdminister: () => {
      if (type === "Organization") requireScope(caller, "viewerCanAdminister", "read:org");
      return "user" in caller && owns(forge.world, caller.user.login, login);
    },
    repositories: (request: RepositoriesRequest) => listRepositories(view, login, request),
    organizations: (slice: Slice) => listOrganizations(view, login, slice),
  };
}

/**
 * Resolves an author: an account or an App's bot. In GraphQL, a bot's name has no `[bot]` suffix.
 */
export function answerActor(view: View, login: string) {
  const account = findAccount(view.forge.world, login);
  if (account) return answerAccount(view, account);
  const name = login.replace(/\[bot\]$/, "");
  return {
    __typename: "Bot",
    id: `BOT_${name}`,
    login: name,
    url: `${view.urls.web}/apps/${name}`,
  };
}

interface RepositoriesRequest extends Slice {
  readonly privacy?: "PUBLIC" | "PRIVATE" | null;
  readonly isFork?: boolean | null;
  readonly orderBy?: { readonly field: string; readonly direction: "ASC" | "DESC" } | null;
}

function listRepositories(view: View, login: string, request: RepositoriesRequest) {
  const { world } = view.forge;
  const seen = repositoriesOf(world, login).filter(
    (each) =>
      canSee(world, view.caller, each) &&
      (!request.privacy || (each.visibility === "public") === (request.privacy === "PUBLIC")) &&
      request.isFork !== true,
  );
  const toNode = (each: Repository) => view.show.repository(each);
  return connect(inOrder(seen, request.orderBy), request, { name: "repositories", toNode });
}

const orders: Readonly<Record<string, (repository: Repository) => string>> = {
  CREATED_AT: ({ createdAt }) => createdAt,
  UPDATED_AT: ({ updatedAt }) => updatedAt,
  PUSHED_AT: ({ pushedAt }) => pushedAt,
  NAME: ({ name }) => name,
};

function inOrder(found: readonly Repository[], wanted: RepositoriesRequest["orderBy"]) {
  const keyOf = orders[wanted?.field ?? ""];
  if (!wanted || !keyOf) return found;
  const up = found.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
  return wanted.direction === "DESC" ? up.toReversed() : up;
}

function listOrganizations(view: View, login: string, slice: Slice) {
  const { world } = view.forge;
  const found = world.accounts.filter(
    (account) => account.type === "Organization" && roleInOrganization(world, login, account.login),
  );
  const toNode = (each: Account) => view.show.account(each);
  return connect(found, slice, { name: "organizations", toNode });
}
