import type { Urls } from "../http/call.ts";
import { fullName, getAccount } from "../state/find.ts";
import type { Branch, Issue, Repository } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { nodeId, simpleUser } from "./account.ts";
import { authorShape, issuePage, labelShape, patchLinks } from "./issue.ts";
import { repositoryInList } from "./repository.ts";

/**
 * Returns a pull request with all fields. Fields about merging have fixed values, because the
 * embedded forge does not merge or compare branches.
 */
export function pullShape(
  urls: Urls,
  world: World,
  { repository, issue }: { repository: Repository; issue: Issue },
) {
  const home = `${urls.api}/repos/${fullName(repository)}`;
  const { number, pull } = issue;
  const nowhere: Branch = { name: "", sha: "" };
  const { head, base } = pull ?? { head: nowhere, base: nowhere };
  const links = linksOf(home, number, head);
  return {
    id: issue.id,
    node_id: nodeId("PR", issue.id),
    number,
    state: issue.closed ? "closed" : "open",
    locked: false,
    title: issue.title,
    body: issue.body,
    user: authorShape(urls, world, issue.author),
    author_association: "CONTRIBUTOR",
    labels: (issue.labels ?? []).map((name) => labelShape(home, name)),
    assignee: null,
    milestone: null,
    auto_merge: null,
    draft: false,
    ...links,
    html_url: issuePage(urls, repository, issue),
    ...patchLinks(issuePage(urls, repository, issue)),
    _links: wrap({ ...links, html_url: issuePage(urls, repository, issue) }),
    head: sideShape(urls, world, { repository, branch: head }),
    base: sideShape(urls, world, { repository, branch: base }),
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closed?.at ?? null,
    ...unmerged,
    comments: issue.comments.length,
    commits: 1,
  };
}

const unmerged = {
  merge_commit_sha: null,
  merged_at: null,
  merged: false,
  mergeable: null,
  mergeable_state: "unknown",
  merged_by: null,
  maintainer_can_modify: false,
  review_comments: 0,
  additions: 0,
  deletions: 0,
  changed_files: 0,
};

function linksOf(home: string, number: number, { sha }: Branch) {
  const url = `${home}/pulls/${number}`;
  return {
    url,
    issue_url: `${home}/issues/${number}`,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${home}/pulls/comments{/number}`,
    comments_url: `${home}/issues/${number}/comments`,
    statuses_url: `${home}/statuses/${sha}`,
  };
}

function wrap({ url, ...links }: ReturnType<typeof linksOf> & { html_url: string }) {
  const entries = Object.entries(links).map(([name, href]) => [name.slice(0, -4), { href }]);
  return { self: { href: url }, ...Object.fromEntries(entries) };
}

function sideShape(
  urls: Urls,
  world: World,
  { repository, branch }: { repository: Repository; branch: Branch },
) {
  const owner = getAccount(world, repository.owner);
  return {
    label: `${owner.login}:${branch.name}`,
    ref: branch.name,
    sha: branch.sha,
    user: simpleUser(urls, owner),
    repo: repositoryInList(urls, world, { repository }),
  };
}
