import { isAtLeast, roleInRepository } from "../auth/access.ts";
import { callerName } from "../auth/caller.ts";
import { Refusal } from "../http/reply.ts";
import type { Call } from "../http/call.ts";
import { sameName } from "../state/find.ts";
import type { Issue, Repository } from "../state/repository.ts";
import { changeTime, timestamp } from "../state/timestamp.ts";
import { nextId } from "../state/world.ts";

/**
 * Opens an issue, for REST and GraphQL. The caller's access to the repository has already been
 * checked.
 */
export function openIssue(
  call: Call,
  repository: Repository,
  written: Pick<Issue, "title" | "body" | "labels" | "pull">,
): Issue {
  requireShort(written);
  const at = timestamp(call.forge.now());
  return call.forge.change((world) => {
    const issue: Issue = {
      id: nextId(world),
      number: repository.issues.length + 1,
      ...written,
      author: authorOf(call),
      comments: [],
      createdAt: at,
      updatedAt: at,
    };
    repository.issues.push(issue);
    return issue;
  });
}

export function commentOn(call: Call, issue: Issue, body: string): Issue["comments"][number] {
  const { forge } = call;
  if (isLonger(body, mostText)) {
    throw tooLong({ resource: "IssueComment", code: "unprocessable", field: "data" }, "Body");
  }
  return forge.change((world) => {
    const createdAt = timestamp(forge.now());
    const comment = { id: nextId(world), body, author: authorOf(call), createdAt };
    issue.comments.push(comment);
    issue.updatedAt = changeTime(issue.updatedAt, forge.now());
    return comment;
  });
}

export interface IssueChange {
  readonly title?: string | undefined;
  readonly body?: string | undefined;
  readonly state?: "open" | "closed" | undefined;
  readonly reason?: "completed" | "not_planned" | "reopened" | undefined;
}

/**
 * Changes or closes an issue. Only its author and users with at least the triage role can do this.
 * @throws Refusal (403)
 */
export function changeIssue(
  call: Call,
  { repository, issue }: { repository: Repository; issue: Issue },
  { title = issue.title, body = issue.body ?? undefined, state, reason }: IssueChange,
): void {
  const { caller, forge } = call;
  if ("user" in caller && !sameName(caller.user.login, issue.author)) {
    const role = roleInRepository(forge.world, caller.user.login, repository);
    if (!isAtLeast(role, "triage")) throw new Refusal(403, "Must have write access.");
  }
  requireShort({ ...issue, title, body: body ?? null });
  const updatedAt = changeTime(issue.updatedAt, forge.now());
  forge.change(() => {
    Object.assign(issue, { title, body: body ?? null, updatedAt });
    if (state === "open") delete issue.closed;
    if (state === "closed") {
      issue.closed = { at: updatedAt, reason: reason === "not_planned" ? reason : "completed" };
    }
  });
}

const mostTitle = 256;
const mostText = 65_536;

function isLonger(text: string, most: number): boolean {
  return text.length > most && Array.from(text).length > most;
}

/**
 * Limits the length of title and body. @see JasonEtco/create-an-issue#123,
 * jmikedupont2/ai-ticket#51: GitHub's message
 */
function requireShort({ title, body, pull }: Pick<Issue, "title" | "body" | "pull">): void {
  const error = { resource: pull ? "PullRequest" : "Issue", code: "custom" };
  if (isLonger(title, mostTitle)) throw tooLong({ ...error, field: "title" }, "title");
  if (isLonger(body ?? "", mostText)) throw tooLong({ ...error, field: "body" }, "body");
}

function tooLong(error: { code: string; resource: string; field: string }, what: string): Refusal {
  const most = what === "title" ? mostTitle : mostText;
  const message = `${what} is too long (maximum is ${most} characters)`;
  return new Refusal(422, "Validation Failed", { errors: [{ ...error, message }] });
}

/** Returns the author: a user or an App's bot. */
function authorOf({ caller }: Call): string {
  if ("user" in caller) return caller.user.login;
  return caller.kind === "installation" ? `${caller.app.slug}[bot]` : callerName(caller);
}
