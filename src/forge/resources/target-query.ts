/** What a query asks of each repository besides what it always asks. */
export interface TargetWish {
  /** The names of the files in this folder of the default branch. */
  readonly filesIn?: string | undefined;
  /** How many issues and pull requests are open. */
  readonly counts: boolean;
  /** Whether pull requests can be switched off; older servers know no such switch, and no such field. */
  readonly pullRequestSwitch: boolean;
}

/**
 * One query for many repositories, by aliases: `r0`, `r1` … for what each is, `c0`, `c1` … for how much is open there.
 * A list that may not be read takes its whole alias along, hence one of its own.
 */
export function writeTargetQuery(fullNames: readonly string[], wish: TargetWish): string {
  const { filesIn, counts, pullRequestSwitch } = wish;
  const files =
    filesIn === undefined
      ? ""
      : `files:object(expression:${JSON.stringify(`HEAD:${filesIn}`)}){...on Tree{entries{name type}}}`;
  const about =
    `databaseId nameWithOwner visibility isArchived hasIssuesEnabled ` +
    `${pullRequestSwitch ? "hasPullRequestsEnabled " : ""}defaultBranchRef{name target{oid}} ${files}`;
  const open = "(states:OPEN,first:1){totalCount}";
  const aliases = fullNames.flatMap((fullName, index) => {
    const [owner, name] = fullName.split("/").map((part) => JSON.stringify(part));
    const repository = `repository(owner:${owner},name:${name})`;
    return [
      `r${index}:${repository}{...About}`,
      ...(counts ? [`c${index}:${repository}{...Open}`] : []),
    ];
  });
  return [
    `fragment About on Repository{${about}}`,
    ...(counts ? [`fragment Open on Repository{issues${open} pullRequests${open}}`] : []),
    `query{rateLimit{cost remaining resetAt} ${aliases.join(" ")}}`,
  ].join(" ");
}
