import { GraphQLError } from "graphql";
import { canSee, roleInRepository } from "../auth/access.ts";
import { nodeId } from "../shapes/account.ts";
import { headOf } from "../state/git-objects.ts";
import { findRepository, fullName, getAccount } from "../state/find.ts";
import { findMoved } from "../state/moves.ts";
import type { Environment, Repository, RepositoryRole } from "../state/repository.ts";
import { connect, nothing, type Slice } from "./connection.ts";
import { requireRead, requireSignOn } from "./refusals.ts";
import { findObject } from "./git-objects.ts";
import { listIssues, type IssuesRequest } from "./issue-answers.ts";
import type { View } from "./view.ts";

const permissions: Record<RepositoryRole, string> = {
  pull: "READ",
  triage: "TRIAGE",
  push: "WRITE",
  maintain: "MAINTAIN",
  admin: "ADMIN",
};

/** Resolves a repository by its current or former name. @throws GraphQLError NOT_FOUND */
export function queryRepository(
  view: View,
  { owner, name, followRenames = true }: { owner: string; name: string; followRenames?: boolean },
) {
  const { world } = view.forge;
  const wanted = `${owner}/${name}`;
  const found = findRepository(world, wanted) ?? (followRenames && findMoved(world, wanted));
  if (found && canSee(world, view.caller, found)) {
    requireSignOn(view, found);
    return answerRepository(view, found);
  }
  throw notThere(`Could not resolve to a Repository with the name '${wanted}'.`);
}

/** Creates the GraphQL error for an object that does not exist. */
export function notThere(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type: "NOT_FOUND" } });
}

export function answerRepository(view: View, found: Repository) {
  const { forge, urls } = view;
  const owner = getAccount(forge.world, found.owner);
  const isEmpty = found.files.length === 0;
  return {
    __typename: "Repository",
    id: nodeId("R", found.id),
    databaseId: found.id,
    name: found.name,
    nameWithOwner: fullName(found),
    owner: () => view.show.account(owner),
    description: found.description,
    url: `${urls.web}/${fullName(found)}`,
    sshUrl: `git@${new URL(urls.web).hostname}:${fullName(found)}.git`,
    isInOrganization: owner.type === "Organization",
    ...access(view, found),
    isArchived: found.archived,
    isEmpty,
    ...features,
    hasIssuesEnabled: !found.switchedOff?.includes("issues"),
    hasPullRequestsEnabled: !found.switchedOff?.includes("pullRequests"),
    defaultBranchRef: isEmpty
      ? null
      : {
          id: nodeId("REF", found.id),
          name: found.defaultBranch,
          target: { __typename: "Commit", oid: headOf(found) },
        },
    object: (wanted: { expression?: string | null }) => {
      requireRead(view, found, "contents");
      return findObject(found, wanted.expression ?? "");
    },
    environments: (slice: Slice) => {
      requireRead(view, found, "actions");
      return connect(found.environments, slice, {
        name: "environments",
        toNode: answerEnvironment,
      });
    },
    issue: ({ number }: { number: number }) => queryIssue(view, found, number),
    issueOrPullRequest: ({ number }: { number: number }) => queryIssue(view, found, number),
    issues: (request: IssuesRequest) => {
      requireRead(view, found, "issues");
      return listIssues(view, found, request);
    },
    pullRequests: (slice: Slice) => {
      requireRead(view, found, "pull_requests");
      return connect([], slice, { name: "pullRequests", toNode: () => null });
    },
    createdAt: found.createdAt,
    updatedAt: found.updatedAt,
    pushedAt: found.pushedAt,
  };
}

function answerEnvironment({ id, name }: Environment) {
  return { __typename: "Environment", id: nodeId("EN", id), databaseId: id, name };
}

/** Returns the visibility of the repository and the caller's permissions. */
function access({ caller, forge }: View, found: Repository) {
  const isOpen = found.visibility === "public";
  const role =
    "user" in caller ? roleInRepository(forge.world, caller.user.login, found) : undefined;
  return {
    isPrivate: !isOpen,
    visibility: found.visibility.toUpperCase(),
    viewerPermission: role ? permissions[role] : isOpen ? "READ" : null,
    viewerCanAdminister: role === "admin",
  };
}

/**
 * Values that are the same for every repository of the embedded forge. It has no forks or stars,
 * and its GraphQL API does not return labels.
 */
const features = {
  isFork: false,
  isTemplate: false,
  hasWikiEnabled: true,
  mergeCommitAllowed: true,
  rebaseMergeAllowed: true,
  squashMergeAllowed: true,
  parent: null,
  homepageUrl: null,
  stargazerCount: 0,
  forkCount: 0,
  diskUsage: 0,
  primaryLanguage: null,
  languages: nothing,
  licenseInfo: null,
  label: null,
  labels: nothing,
};

function queryIssue(view: View, repository: Repository, number: number) {
  const issue = repository.issues.find((each) => each.number === number);
  if (issue) return view.show.issue({ repository, issue });
  throw notThere(`Could not resolve to an issue or pull request with the number of ${number}.`);
}
