import type { ForgeClient } from "../../forge/client.ts";
import { listLatestComments, listLatestIssues, mostLatest } from "../../forge/resources/issues.ts";
import type { Written } from "../../forge/resources/issues.ts";
import { findCredentials } from "../../shared/redact.ts";

/** An issue, pull request or comment in the repository for review outputs, without its text. */
export interface ReviewOutput {
  readonly kind: "issue" | "pull request" | "comment";
  readonly link: string;
  readonly author: string;
  /** Time of creation (ISO 8601). */
  readonly at: string;
  /** Undefined if GitHub does not show the text. */
  readonly hasCredential: boolean | undefined;
}

export interface ReviewOutputs {
  /** `owner/name` */
  readonly repository: string;
  readonly latest: readonly ReviewOutput[];
}

/** Reads the latest 100 issues and pull requests, and the latest 100 comments. */
export async function readReviewOutputs(
  client: ForgeClient,
  repository: string,
): Promise<ReviewOutputs> {
  const issues = await listLatestIssues(client, repository);
  // If the list contains all issues, their comment counts show whether there are any comments to
  // read.
  const isSilent = issues.length < mostLatest && issues.every(({ comments }) => comments === 0);
  const comments = isSilent ? [] : await listLatestComments(client, repository);
  return {
    repository,
    latest: [
      ...issues.map((issue) => describe(issue.isPullRequest ? "pull request" : "issue", issue)),
      ...comments.map((comment) => describe("comment", comment)),
    ],
  };
}

function describe(
  kind: ReviewOutput["kind"],
  { text, link = "", author = "", createdAt: at = "" }: Written,
): ReviewOutput {
  const hasCredential = text === undefined ? undefined : findCredentials(text).length > 0;
  return { kind, link, author, at, hasCredential };
}
