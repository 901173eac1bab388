/** Optional parts of the query for each repository. */
export interface TargetRequest {
  /** Directory on the default branch whose file names are read. */
  readonly filesIn?: string | undefined;
  /**
   * Whether to read the setting that turns pull requests on or off, which older servers do not
   * have.
   */
  readonly pullRequestSwitch: boolean;
}

/** Writes one query for many repositories, with the aliases `r0`, `r1` … */
export function writeTargetQuery(fullNames: readonly string[], request: TargetRequest): string {
  const { filesIn, pullRequestSwitch } = request;
  const files =
    filesIn === undefined
      ? ""
      : `files:object(expression:${JSON.stringify(`HEAD:${filesIn}`)}){...on Tree{entries{name type}}}`;
  const about =
    `databaseId nameWithOwner visibility isArchived hasIssuesEnabled ` +
    `${pullRequestSwitch ? "hasPullRequestsEnabled " : ""}defaultBranchRef{name target{oid}} ${files}`;
  const aliases = fullNames.map((fullName, index) => {
    const [owner, name] = fullName.split("/").map((part) => JSON.stringify(part));
    return `r${index}:repository(owner:${owner},name:${name}){...About}`;
  });
  return [
    `fragment About on Repository{${about}}`,
    `query{rateLimit{cost remaining resetAt} ${aliases.join(" ")}}`,
  ].join(" ");
}
