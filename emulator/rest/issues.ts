import { forRepository } from "../auth/doors.ts";
import { created, notFound, ok } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import {
  readBody,
  readOptionalText,
  readOptionalWord,
  readText,
  readWords,
} from "../http/fields.ts";
import { page } from "../http/paging.ts";
import { get, patch, post, type Route } from "../http/routes.ts";
import { commentShape, issueShape } from "../shapes/issue.ts";
import type { Issue, Repository } from "../state/repository.ts";
import { sameName } from "../state/find.ts";
import { changeIssue, commentOn, openIssue } from "./issue-actions.ts";

const all = "/repos/:owner/:repo/issues";
const one = `${all}/:number`;
const comments = `${one}/comments`;
const allComments = `${all}/comments`;

/** A part of the issues API, used to show what a restricted token can write. */
export const issueRoutes: Route[] = [
  get(all, forRepository("issues:read", listIssues)),
  post(all, forRepository("issues:write", addIssue)),
  get(allComments, forRepository("issues:read", listAllComments)),
  get(comments, forRepository("issues:read", listComments)),
  get(one, forRepository("issues:read", showIssue)),
  patch(one, forRepository("issues:write", patchIssue)),
  post(comments, forRepository("issues:write", addComment)),
];

function listIssues(call: Call, repository: Repository) {
  const { urls, forge, query } = call;
  const found = repository.issues.filter((issue) => isAsked(issue, query));
  return page(call, sorted(found, query), (shown) =>
    shown.map((issue) => issueShape(urls, forge.world, { repository, issue })),
  );
}

/** Returns whether an issue matches the query (default: all open issues). */
function isAsked(issue: Issue, query: URLSearchParams): boolean {
  const state = query.get("state") ?? "open";
  const creator = query.get("creator");
  const since = query.get("since");
  return (
    (state === "all" || (state === "closed") === (issue.closed !== undefined)) &&
    (creator === null || sameName(creator, issue.author)) &&
    (since === null || new Date(issue.updatedAt) >= new Date(since))
  );
}

/** Sorts issues by creation or update time, newest first. */
function sorted(found: readonly Issue[], query: URLSearchParams): Issue[] {
  const keyOf = ({ createdAt, updatedAt, comments: text }: Issue) => {
    if (query.get("sort") === "comments") return String(text.length).padStart(9, "0");
    return query.get("sort") === "updated" ? updatedAt : createdAt;
  };
  const down = found.toReversed().toSorted((one, other) => keyOf(other).localeCompare(keyOf(one)));
  return query.get("direction") === "asc" ? down.toReversed() : down;
}

function addIssue(call: Call, repository: Repository) {
  const fields = readBody(call);
  const title = readText(fields, "title");
  const body = readOptionalText(fields, "body") ?? null;
  const labels = readWords(fields["labels"]);
  return created(shapeOf(call, repository, openIssue(call, repository, { title, body, labels })));
}

function showIssue(call: Call, repository: Repository) {
  return ok(shapeOf(call, repository, issueOf(call, repository)));
}

function patchIssue(call: Call, repository: Repository) {
  const issue = issueOf(call, repository);
  const fields = readBody(call);
  changeIssue(
    call,
    { repository, issue },
    {
      title: readOptionalText(fields, "title"),
      body: readOptionalText(fields, "body"),
      state: readOptionalWord(fields, "state", ["open", "closed"]),
      reason: readOptionalWord(fields, "state_reason", ["completed", "not_planned", "reopened"]),
    },
  );
  return ok(shapeOf(call, repository, issue));
}

function shapeOf({ urls, forge }: Call, repository: Repository, issue: Issue) {
  return issueShape(urls, forge.world, { repository, issue });
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

/** Lists the comments of all issues, oldest first unless `direction` requests otherwise. */
function listAllComments(call: Call, repository: Repository) {
  const { urls, forge, query } = call;
  const found = repository.issues
    .flatMap((issue) => issue.comments.map((comment) => ({ repository, issue, comment })))
    .toSorted((one, other) => one.comment.id - other.comment.id);
  const isNewestFirst = query.has("sort") && query.get("direction") === "desc";
  return page(call, isNewestFirst ? found.toReversed() : found, (shown) =>
    shown.map((location) => commentShape(urls, forge.world, location)),
  );
}

function addComment(call: Call, repository: Repository) {
  const { forge, urls } = call;
  const issue = issueOf(call, repository);
  const body = readText(readBody(call), "body");
  const comment = commentOn(call, issue, body);
  return created(commentShape(urls, forge.world, { repository, issue, comment }));
}
