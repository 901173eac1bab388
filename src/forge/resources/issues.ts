import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { readPages } from "../pages.ts";
import type { Listing } from "../listing.ts";
import { readShape, integer } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";

/** Text by one author: an issue, a pull request, a comment, a review, or a changed file. */
export interface Written {
  readonly id: number | undefined;
  /** Body or diff. Undefined if GitHub does not send it, for example for large and binary files. */
  readonly text: string | undefined;
  readonly link: string | undefined;
  readonly author: string | undefined;
  /** ISO 8601 */
  readonly createdAt: string | undefined;
}

/** An issue, or a pull request, because GitHub treats pull requests as issues. */
export interface Issue extends Written {
  readonly number: number;
  /** Title and body, separated by a line break. */
  readonly text: string;
  readonly link: string;
  readonly comments: number;
  /** Time of the last change (ISO 8601). A new comment also changes the time of its issue. */
  readonly updatedAt: string;
  readonly isPullRequest: boolean;
}

const writtenFields = {
  id: v.optional(integer),
  body: v.nullish(v.string()),
  patch: v.optional(v.string()),
  html_url: v.optional(v.string()),
  user: v.nullish(v.object({ login: v.string() })),
  created_at: v.optional(v.string()),
};
const writtenObject = v.object(writtenFields);

const writtenShape = v.pipe(writtenObject, v.transform(toWritten));

const issueShape = v.pipe(
  v.object({
    ...writtenFields,
    number: integer,
    title: v.string(),
    html_url: v.string(),
    comments: integer,
    updated_at: v.string(),
    pull_request: v.optional(v.looseObject({})),
  }),
  v.transform((found): Issue => ({
    ...toWritten(found),
    number: found.number,
    text: `${found.title}\n${found.body ?? ""}`,
    link: found.html_url,
    comments: found.comments,
    updatedAt: found.updated_at,
    isPullRequest: found.pull_request !== undefined,
  })),
);

function toWritten(found: v.InferOutput<typeof writtenObject>): Written {
  const { id, body, patch } = found;
  return {
    id,
    text: patch ?? (body === null ? "" : body),
    link: found.html_url,
    author: found.user?.login,
    createdAt: found.created_at,
  };
}

export interface IssueFilter {
  readonly since: Date;
  readonly signal: AbortSignal;
}

/**
 * Lists issues and pull requests that changed since a time.
 * @see GET /repos/{owner}/{repo}/issues
 */
export function listIssuesSince(
  client: ForgeClient,
  repository: string,
  { since, signal }: IssueFilter,
): Promise<Listing<Issue>> {
  const query = new URLSearchParams({ state: "all", since: since.toISOString() });
  const path = `/repos/${repository}/issues?${query.toString()}`;
  return readPages(client, path, { shape: v.array(issueShape), signal });
}

/** API paths of additional text on the page of an issue or a pull request. */
const issueParts = {
  comment: "issues/{number}/comments",
  "review comment": "pulls/{number}/comments",
  review: "pulls/{number}/reviews",
  file: "pulls/{number}/files",
} as const;

export type IssuePart = keyof typeof issueParts;

/** GitHub lists at most this many changed files of a pull request. */
const mostFiles = 3000;

/**
 * Lists the comments, review comments, reviews, or changed files of an issue or pull request.
 * @see GET /repos/{owner}/{repo}/issues/{issue_number}/comments, …/pulls/{pull_number}/comments,
 *   …/reviews, …/files
 */
export function listIssueParts(
  client: ForgeClient,
  repository: string,
  { number, part, signal }: { number: number; part: IssuePart; signal: AbortSignal },
): Promise<Listing<Written>> {
  const path = `/repos/${repository}/${issueParts[part].replace("{number}", String(number))}`;
  return readPages(client, path, {
    shape: v.array(writtenShape),
    signal,
    ...(part === "file" && { mostEntries: mostFiles }),
  });
}

/** Number of entries to read from the start of a list, which is one page. */
export const mostLatest = 100;

/** Returns the latest hundred issues and pull requests, most recently changed first. */
export async function listLatestIssues(client: ForgeClient, repository: string): Promise<Issue[]> {
  const path = `/repos/${repository}/issues?state=all&sort=updated&direction=desc&per_page=${mostLatest}`;
  const { body, title } = await client.request("GET", path);
  return readShape(v.array(issueShape), body, title);
}

/**
 * Lists open and closed issues and pull requests by an author, newest first. Reads at most five
 * pages.
 * @see GET /repos/{owner}/{repo}/issues
 */
export function listIssuesBy(
  client: ForgeClient,
  repository: string,
  creator: string,
): Promise<Listing<Issue>> {
  const query = new URLSearchParams({ state: "all", creator, sort: "created", direction: "desc" });
  const path = `/repos/${repository}/issues?${query.toString()}`;
  return readPages(client, path, { shape: v.array(issueShape), mostPages: 5 });
}

/**
 * Lists open and closed pull requests from a branch of the same repository.
 * @see GET /repos/{owner}/{repo}/pulls
 */
export async function listPullsOf(
  client: ForgeClient,
  { owner, full }: RepositoryName,
  branch: string,
): Promise<readonly PullRequest[]> {
  const query = new URLSearchParams({ state: "all", head: `${owner}:${branch}` });
  const path = `/repos/${full}/pulls?${query.toString()}`;
  return (await readPages(client, path, { shape: v.array(pullShape) })).entries;
}

/**
 * Returns the latest hundred comments, newest first.
 * @see GET /repos/{owner}/{repo}/issues/comments
 */
export async function listLatestComments(
  client: ForgeClient,
  repository: string,
): Promise<Written[]> {
  const path = `/repos/${repository}/issues/comments?sort=created&direction=desc&per_page=${mostLatest}`;
  const { body, title } = await client.request("GET", path);
  return readShape(v.array(writtenShape), body, title);
}

/** The fields that a list contains for each pull request. */
export interface PullRequest extends Written {
  readonly number: number;
  readonly link: string;
}

const pullShape = v.pipe(
  v.object({ ...writtenFields, number: integer, html_url: v.string() }),
  v.transform((found): PullRequest => ({
    ...toWritten(found),
    number: found.number,
    link: found.html_url,
  })),
);

/** Content of a new issue or pull request. */
export interface NewIssue {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly labels?: readonly string[];
}

/** A created issue or pull request. */
export interface Opened {
  readonly number: number;
  readonly link: string;
}

const openedShape = v.pipe(
  v.object({ number: integer, html_url: v.string() }),
  v.transform(({ number, html_url: link }): Opened => ({ number, link })),
);

/** @see POST /repos/{owner}/{repo}/issues */
export async function openIssue(
  client: ForgeClient,
  repository: string,
  issue: NewIssue,
): Promise<Opened> {
  const { body, title } = await client.request("POST", `/repos/${repository}/issues`, {
    body: issue,
  });
  return readShape(openedShape, body, title);
}

/**
 * Opens a pull request from a branch of the same repository.
 * @see POST /repos/{owner}/{repo}/pulls
 */
export async function openPullRequest(
  client: ForgeClient,
  repository: string,
  pull: Pick<NewIssue, "title" | "body"> & { readonly head: string; readonly base: string },
): Promise<Opened> {
  const { body, title } = await client.request("POST", `/repos/${repository}/pulls`, {
    body: pull,
  });
  return readShape(openedShape, body, title);
}

/**
 * Comments on an issue or a pull request.
 * @returns the comment's page
 * @see POST /repos/{owner}/{repo}/issues/{issue_number}/comments
 */
export async function addComment(
  client: ForgeClient,
  repository: string,
  comment: { readonly number: number; readonly body: string },
): Promise<string> {
  const path = `/repos/${repository}/issues/${comment.number}/comments`;
  const { body, title } = await client.request("POST", path, { body: { body: comment.body } });
  return readShape(v.object({ html_url: v.string() }), body, title).html_url;
}
