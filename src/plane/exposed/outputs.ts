import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { listIssueParts, listIssuesSince } from "../../forge/resources/issues.ts";
import type { Issue, IssuePart } from "../../forge/resources/issues.ts";
import { noteCutShort, tryRead } from "./source.ts";
import type { NotSearched, Source } from "./source.ts";

export interface OutputsRequest {
  readonly client: ForgeClient;
  readonly repository: RepositoryName;
  readonly since: Date;
  readonly signal: AbortSignal;
}

/**
 * Yields everything that safe outputs write: issues and pull requests that changed since the given
 * time, with all comments, reviews and changes. A comment counts as a change to its issue.
 */
export async function* listOutputs(
  request: OutputsRequest,
  notSearched: NotSearched[],
): AsyncGenerator<Source> {
  const { client, repository, since } = request;
  const what = `issues of ${repository.full}`;
  const listed = await tryRead(notSearched, `the ${what}`, () =>
    listIssuesSince(client, repository.full, request),
  );
  if (listed) noteCutShort(notSearched, `more ${what}`, listed);
  const issues = (listed?.entries ?? []).filter(({ updatedAt }) => new Date(updatedAt) >= since);
  for (const issue of issues) {
    const kind = issue.isPullRequest ? "pull request" : "issue";
    const where = `${kind} ${repository.full}#${issue.number}`;
    yield { where, link: issue.link, text: issue.text };
    for (const part of partsOf(issue)) {
      yield* listParts(request, { issue, part, where }, notSearched);
    }
  }
}

async function* listParts(
  { client, repository, signal }: OutputsRequest,
  { issue, part, where }: { issue: Issue; part: IssuePart; where: string },
  notSearched: NotSearched[],
): AsyncGenerator<Source> {
  const wanted = { number: issue.number, part, signal };
  const listed = await tryRead(notSearched, `${part}s of ${where}`, () =>
    listIssueParts(client, repository.full, wanted),
  );
  if (listed) noteCutShort(notSearched, `more ${part}s of ${where}`, listed);
  for (const [index, { id, text, link = issue.link }] of (listed?.entries ?? []).entries()) {
    const location = `${part} ${id ?? index + 1} of ${where}`;
    // GitHub omits the changes of large and binary files.
    if (text === undefined)
      notSearched.push({ where: location, reason: "its text is not available" });
    else yield { where: location, link, text };
  }
}

/** Returns the kinds of texts that belong to an issue, in addition to its body. */
function partsOf({ comments, isPullRequest }: Issue): IssuePart[] {
  return [
    ...(comments > 0 ? (["comment"] as const) : []),
    ...(isPullRequest ? (["review comment", "review", "file"] as const) : []),
  ];
}
