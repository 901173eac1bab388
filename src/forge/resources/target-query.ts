/** What of a repository can be counted: each list is a permission of its own. */
export const countedLists = ["issues", "pullRequests"] as const;
export type CountedList = (typeof countedLists)[number];

/** What a query asks of each repository besides what it always asks. */
export interface TargetWish {
  /** The names of the files in this folder of the default branch. */
  readonly filesIn?: string | undefined;
  /** The lists of which it asks how much is open. */
  readonly counts: readonly CountedList[];
  /** Whether pull requests can be switched off; older servers know no such switch, and no such field. */
  readonly pullRequestSwitch: boolean;
}

/**
 * One query for many repositories, by aliases: `r0`, `r1` … for what each is, `issues0`, `pullRequests0` … for how much is
 * open there. A list that may not be read takes its whole alias along, hence one of its own.
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
  const aliases = fullNames.flatMap((fullName, index) => {
    const [owner, name] = fullName.split("/").map((part) => JSON.stringify(part));
    const repository = `repository(owner:${owner},name:${name})`;
    return [
      `r${index}:${repository}{...About}`,
      ...counts.map((list) => `${aliasOf(list, index)}:${repository}{...${list}}`),
    ];
  });
  return [
    `fragment About on Repository{${about}}`,
    ...counts.map(
      (list) => `fragment ${list} on Repository{open:${list}(states:OPEN,first:1){totalCount}}`,
    ),
    `query{rateLimit{cost remaining resetAt} ${aliases.join(" ")}}`,
  ].join(" ");
}

/** What the answer calls the count of a repository's list. */
export function aliasOf(list: CountedList, index: number): string {
  return `${list}${index}`;
}
