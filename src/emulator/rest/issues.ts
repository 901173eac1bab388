import { callerName } from "../auth/caller.ts";
import { forRepository } from "../auth/doors.ts";
import { created, notFound } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readOptionalText, readText } from "../http/fields.ts";
import { page } from "../http/paging.ts";
import { get, post, type Route } from "../http/routes.ts";
import { commentShape, issueShape } from "../shapes/issue.ts";
import type { Issue, Repository } from "../state/repository.ts";
import { changeTime, timestamp } from "../state/timestamp.ts";
import { nextId } from "../state/world.ts";

const all = "/repos/:owner/:repo/issues";
const comments = `${all}/:number/comments`;
const allComments = `${all}/comments`;

/** As much of issues as it takes to see what a narrowed token may write. */
export const issueRoutes: Route[] = [
  get(all, forRepository("issues:read", listIssues)),
  post(all, forRepository("issues:write", addIssue)),
  get(allComments, forRepository("issues:read", listAllComments)),
  get(comments, forRepository("issues:read", listComments)),
  post(comments, forRepository("issues:write", addComment)),
];

function listIssues(call: Call, repository: Repository) {
  const { urls, forge } = call;
  const newestFirst = repository.issues.toReversed();
  const found =
    call.query.get("sort") === "updated"
      ? newestFirst.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
      : newestFirst;
  return page(call, found, (shown) =>
    shown.map((issue) => issueShape(urls, forge.world, { repository, issue })),
  );
}

function addIssue(call: Call, repository: Repository) {
  const { forge, urls } = call;
  const body = readBody(call);
  const title = readText(body, "title");
  const at = timestamp(forge.now());
  const issue = forge.change((world) => {
    const fresh: Issue = {
      id: nextId(world),
      number: repository.issues.length + 1,
      title,
      body: readOptionalText(body, "body") ?? null,
      author: authorOf(call),
      comments: [],
      createdAt: at,
      updatedAt: at,
    };
    repository.issues.push(fresh);
    return fresh;
  });
  return created(issueShape(urls, forge.world, { repository, issue }));
}

function issueOf(call: Call, repository: Repository): Issue {
  const found = repository.issues.find(({ number }) => number === Number(param(call, "number")));
  if (!found) throw notFound();
  return found;
}

function listComments(call: Call, repository: Repository) {
  const { urls, forge } = call;
  const issue = issueOf(call, repository);
  return page(call, issue.comments, (shown) =>
    shown.map((comment) => commentShape(urls, forge.world, { repository, issue, comment })),
  );
}

/** Of all issues of the repository, oldest first unless `direction` asks otherwise. */
function listAllComments(call: Call, repository: Repository) {
  const { urls, forge, query } = call;
  const found = repository.issues
    .flatMap((issue) => issue.comments.map((comment) => ({ repository, issue, comment })))
    .toSorted((one, other) => one.comment.id - other.comment.id);
  const isNewestFirst = query.has("sort") && query.get("direction") === "desc";
  return page(call, isNewestFirst ? found.toReversed() : found, (shown) =>
    shown.map((place) => commentShape(urls, forge.world, place)),
  );
}

function addComment(call: Call, repository: Repository) {
  const { forge, urls } = call;
  const issue = issueOf(call, repository);
  const body = readText(readBody(call), "body");
  const comment = forge.change((world) => {
    const createdAt = timestamp(forge.now());
    const fresh = { id: nextId(world), body, author: authorOf(call), createdAt };
    issue.comments.push(fresh);
    issue.updatedAt = changeTime(issue.updatedAt, forge.now());
    return fresh;
  });
  return created(commentShape(urls, forge.world, { repository, issue, comment }));
}

/** A person, or the bot that acts for an App. */
function authorOf({ caller }: Call): string {
  if ("user" in caller) return caller.user.login;
  return caller.kind === "installation" ? `${caller.app.slug}[bot]` : callerName(caller);
}
