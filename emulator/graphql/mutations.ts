import { GraphQLError } from "graphql";
import { mayDo, refuseArchived } from "../auth/doors.ts";
import { Refusal } from "../http/reply.ts";
import { changeIssue, commentOn, openIssue } from "../rest/issue-actions.ts";
import { addRepository } from "../rest/new-repository.ts";
import { nodeId } from "../shapes/account.ts";
import { fullName, owns } from "../state/find.ts";
import type { Repository } from "../state/repository.ts";
import { answerComment } from "./issue-answers.ts";
import { findIssue, findRepository, noNode } from "./nodes.ts";
import type { View } from "./view.ts";

interface CreateRepository {
  readonly name: string;
  readonly visibility: string;
  readonly ownerId?: string | null;
  readonly description?: string | null;
}

/** Creates the mutations that `gh` uses. The rules are the same as for REST. */
export function createMutations(view: View) {
  return {
    createRepository: ({ input }: { input: CreateRepository }) => createRepository(view, input),
    createIssue({ input }: { input: { repositoryId: string; title: string; body?: string } }) {
      const repository = findRepository(view, input.repositoryId);
      const { title, body = null } = input;
      const issue = inWords(view, repository, () => openIssue(view, repository, { title, body }));
      return { issue: view.show.issue({ repository, issue }) };
    },
    addComment({ input }: { input: { subjectId: string; body: string } }) {
      const location = findIssue(view, input.subjectId);
      const { repository, issue } = location;
      const comment = inWords(view, repository, () => commentOn(view, issue, input.body));
      const page = `${view.urls.web}/${fullName(repository)}/issues/${issue.number}`;
      const commentEdge = { node: answerComment(view, page, comment) };
      return { commentEdge, subject: view.show.issue(location) };
    },
    closeIssue({ input }: { input: { issueId: string; stateReason?: string | null } }) {
      const reason = input.stateReason === "NOT_PLANNED" ? "not_planned" : "completed";
      return setState(view, input.issueId, { state: "closed", reason });
    },
    reopenIssue: ({ input }: { input: { issueId: string } }) =>
      setState(view, input.issueId, { state: "open" }),
  };
}

function createRepository(view: View, input: CreateRepository) {
  const { caller, forge } = view;
  if (!("user" in caller)) throw forbidden("Resource not accessible by integration");
  const account = forge.world.accounts.find(
    ({ id, type }) => nodeId(type === "User" ? "U" : "O", id) === input.ownerId,
  );
  if (input.ownerId && !account) throw noNode(input.ownerId);
  const { login } = account ?? caller.user;
  if (!owns(forge.world, caller.user.login, login)) {
    throw forbidden(`${caller.user.login} cannot create a repository for ${login}.`);
  }
  const visibility = (["public", "private", "internal"] as const).find(
    (each) => each === input.visibility.toLowerCase(),
  );
  const description = input.description ?? null;
  const { name } = input;
  const wanted = { name, visibility: visibility ?? "private", description, hasReadme: false };
  return {
    repository: view.show.repository(refusing(() => addRepository(view, login, wanted))),
  };
}

function setState(view: View, id: string, change: Parameters<typeof changeIssue>[2]) {
  const location = findIssue(view, id);
  inWords(view, location.repository, () => changeIssue(view, location, change));
  return { issue: view.show.issue(location) };
}

/**
 * Changes the issues of a repository if the caller is allowed to and the repository is not
 * archived.
 */
function inWords<T>(view: View, repository: Repository, act: () => T): T {
  return refusing(() => {
    mayDo(view, repository, { word: "issues", level: "write" });
    refuseArchived(repository);
    return act();
  });
}

/** Converts a Refusal, which REST reports by status, to a GraphQL error with status 200. */
function refusing<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [first] = error.errors ?? [];
    const { message = error.message } = Object(first) as { message?: string };
    throw error.status === 403 ? forbidden(message) : new GraphQLError(message);
  }
}

function forbidden(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type: "FORBIDDEN" } });
}
