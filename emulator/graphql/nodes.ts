import type { GraphQLError } from "graphql";
import { canSee } from "../auth/access.ts";
import { nodeId } from "../shapes/account.ts";
import type { Repository } from "../state/repository.ts";
import { notThere } from "./repository-answers.ts";
import type { IssueLocation, View } from "./view.ts";

/**
 * Finds a repository by its GraphQL ID. @throws GraphQLError NOT_FOUND, also if the caller cannot
 * see the repository
 */
export function findRepository({ caller, forge }: View, id: string): Repository {
  const { world } = forge;
  const found = world.repositories.find((each) => nodeId("R", each.id) === id);
  if (found && canSee(world, caller, found)) return found;
  throw noNode(id);
}

export function findIssue({ caller, forge }: View, id: string): IssueLocation {
  const { world } = forge;
  for (const repository of world.repositories) {
    const issue = repository.issues.find((each) => nodeId("I", each.id) === id);
    if (issue && canSee(world, caller, repository)) return { repository, issue };
  }
  throw noNode(id);
}

export function findNode(view: View, id: string): object {
  if (id.startsWith("R_")) return view.show.repository(findRepository(view, id));
  return view.show.issue(findIssue(view, id));
}

export function noNode(id: string): GraphQLError {
  return notThere(`Could not resolve to a node with the global id of '${id}'.`);
}
