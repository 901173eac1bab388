import type { ForgeClient } from "../../forge/client.ts";
import { listLatestComments, listLatestIssues, mostLatest } from "../../forge/resources/issues.ts";
import type { Written } from "../../forge/resources/issues.ts";
import { findCredentials } from "../../shared/redact.ts";

/** Something that was written in the repository of review outputs. Its text is not kept. */
export interface ReviewOutput {
  readonly kind: "issue" | "pull request" | "comment";
  readonly link: string;
  readonly author: string;
  /** ISO 8601 */
  readonly at: string;
  /** Undefined where the forge does not tell the text. */
  readonly holdsCredential: boolean | undefined;
}

export interface ReviewOutputs {
  /** `owner/name` */
  readonly repository: string;
  readonly latest: readonly ReviewOutput[];
}

/** The latest hundred issues and pull requests, and the latest hundred comments. */
export async function readReviewOutputs(
  client: ForgeClient,
  repository: string,
): Promise<ReviewOutputs> {
  const issues = await listLatestIssues(client, repository);
  // Where these are all that there are, they tell that nobody has commented on any.
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
  const holdsCredential = text === undefined ? undefined : findCredentials(text).length > 0;
  return { kind, link, author, at, holdsCredential };
}
