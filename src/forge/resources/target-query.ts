/** What a query asks of each repository besides what it always asks. */
export interface TargetRequest {
  /** The names of the files in this folder of the default branch. */
  readonly filesIn?: string | undefined;
  /** Whether pull requests can be switched off; older servers know no such switch, and no such field. */
  readonly pullRequestSwitch: boolean;
}

/** One query for many repositories, by aliases: `r0`, `r1` … for what each is. */
export function writeTargetQuery(fullNames: readonly string[], wish: TargetRequest): string {
  const { filesIn, pullRequestSwitch } = wish;
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
