import { nodeId } from "../shapes/account.ts";
import { fullName, sameName } from "../state/find.ts";
import type { Issue, Repository } from "../state/repository.ts";
import { connect, nothing, type Slice } from "./connection.ts";
import type { IssueLocation, View } from "./view.ts";

export function answerIssue(view: View, { repository, issue }: IssueLocation) {
  const url = `${view.urls.web}/${fullName(repository)}/issues/${issue.number}`;
  const { closed } = issue;
  return {
    __typename: "Issue",
    id: nodeId("I", issue.id),
    number: issue.number,
    title: issue.title,
    body: issue.body ?? "",
    url,
    state: stateOf(issue),
    stateReason: closed ? closed.reason.toUpperCase() : null,
    author: () => view.show.actor(issue.author),
    authorAssociation: "MEMBER",
    ...without,
    comments: (slice: Slice) =>
      connect(issue.comments, slice, {
        name: "comments",
        toNode: (comment) => answerComment(view, url, comment),
      }),
    closed: closed !== undefined,
    closedAt: closed?.at ?? null,
    createdAt: issue.createdAt,
    updatedAt: issue.updatedAt,
  };
}

function stateOf({ closed }: Issue): "OPEN" | "CLOSED" {
  return closed ? "CLOSED" : "OPEN";
}

/** Fields that an issue of the embedded forge never has. */
const without = {
  milestone: null,
  assignees: nothing,
  labels: nothing,
  projectCards: nothing,
  reactionGroups: [],
  locked: false,
  isPinned: false,
};

export function answerComment(view: View, page: string, comment: Issue["comments"][number]) {
  const { caller } = view;
  return {
    id: nodeId("IC", comment.id),
    author: () => view.show.actor(comment.author),
    authorAssociation: "MEMBER",
    body: comment.body,
    url: `${page}#issuecomment-${comment.id}`,
    createdAt: comment.createdAt,
    includesCreatedEdit: false,
    isMinimized: false,
    minimizedReason: null,
    reactionGroups: [],
    viewerDidAuthor: "user" in caller && sameName(caller.user.login, comment.author),
  };
}

export interface IssuesRequest extends Slice {
  readonly states?: readonly string[] | null;
  readonly labels?: readonly string[] | null;
  readonly orderBy?: { readonly field: string; readonly direction: "ASC" | "DESC" } | null;
  readonly filterBy?: {
    readonly assignee?: string | null;
    readonly createdBy?: string | null;
    readonly mentioned?: string | null;
    readonly labels?: readonly string[] | null;
    readonly states?: readonly string[] | null;
    readonly since?: string | null;
  } | null;
}

/**
 * Lists issues in order of creation, unless the query requests another order. Issues never have
 * assignees or labels.
 */
export function listIssues(view: View, repository: Repository, request: IssuesRequest) {
  const { filterBy, orderBy } = request;
  const states = request.states ?? filterBy?.states;
  const asksForMore =
    filterBy?.assignee ?? filterBy?.mentioned ?? filterBy?.labels?.[0] ?? request.labels?.[0];
  const found = repository.issues.filter(
    (issue) =>
      asksForMore === undefined &&
      issue.pull === undefined &&
      (!states || states.includes(stateOf(issue))) &&
      (!filterBy?.createdBy || sameName(filterBy.createdBy, issue.author)) &&
      (!filterBy?.since || new Date(issue.updatedAt) >= new Date(filterBy.since)),
  );
  const keyOf = ({ createdAt, updatedAt }: Issue) =>
    orderBy?.field === "UPDATED_AT" ? updatedAt : createdAt;
  const up = found.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
  return connect(orderBy?.direction === "DESC" ? up.toReversed() : up, request, {
    name: "issues",
    toNode: (issue) => view.show.issue({ repository, issue }),
  });
}
