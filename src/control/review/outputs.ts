import type { RestClient } from "../../forge/client.ts";
import { findCredentials } from "../../shared/redact.ts";

/** Something that was written in the repository of review outputs. Its text is not kept. */
export interface ReviewOutput {
  readonly kind: "issue" | "pull request" | "comment";
  readonly link: string;
  readonly author: string;
  /** ISO 8601 */
  readonly at: string;
  readonly holdsCredential: boolean;
}

export interface ReviewOutputs {
  /** `owner/name` */
  readonly repository: string;
  readonly latest: readonly ReviewOutput[];
}

interface Written {
  readonly title?: string;
  readonly body?: string | null;
  readonly html_url: string;
  readonly created_at: string;
  readonly user: { readonly login: string } | null;
  readonly pull_request?: object;
}

/**
 * Reads the latest hundred issues and pull requests, and the latest hundred comments.
 * @see GET /repos/{owner}/{repo}/issues: pull requests are among them
 */
export async function readReviewOutputs(
  rest: RestClient,
  repository: string,
): Promise<ReviewOutputs> {
  const home = `/repos/${repository}/issues`;
  const [issues, comments] = await Promise.all([
    rest.request("GET", `${home}?state=all&sort=updated&direction=desc&per_page=100`),
    rest.request("GET", `${home}/comments?sort=created&direction=desc&per_page=100`),
  ]);
  const kindOf = (issue: Written) => (issue.pull_request ? "pull request" : "issue");
  return {
    repository,
    latest: [
      ...(issues.body as Written[]).map((issue) => describe(kindOf(issue), issue)),
      ...(comments.body as Written[]).map((comment) => describe("comment", comment)),
    ],
  };
}

function describe(
  kind: ReviewOutput["kind"],
  { title = "", body, html_url: link, created_at: at, user }: Written,
): ReviewOutput {
  const holdsCredential = findCredentials(`${title}\n${body ?? ""}`).length > 0;
  return { kind, link, author: user?.login ?? "", at, holdsCredential };
}
