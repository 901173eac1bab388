import type { Urls } from "../http/call.ts";
import { findAccount, findApp, fullName } from "../state/find.ts";
import type { Issue, Repository } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { botUser, nodeId, simpleUser, workflowBot } from "./account.ts";

interface Location {
  repository: Repository;
  issue: Issue;
}

export function issueShape(urls: Urls, world: World, { repository, issue }: Location) {
  const home = `${urls.api}/repos/${fullName(repository)}`;
  const url = `${home}/issues/${issue.number}`;
  const page = issuePage(urls, repository, issue);
  const pull = { url: `${home}/pulls/${issue.number}`, html_url: page, ...patchLinks(page) };
  return {
    id: issue.id,
    node_id: nodeId("I", issue.id),
    number: issue.number,
    title: issue.title,
    body: issue.body,
    state: issue.closed ? "closed" : "open",
    state_reason: issue.closed?.reason ?? null,
    locked: false,
    active_lock_reason: null,
    user: authorShape(urls, world, issue.author),
    author_association: "MEMBER",
    labels: (issue.labels ?? []).map((name) => labelShape(home, name)),
    assignee: null,
    assignees: [],
    milestone: null,
    comments: issue.comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closed?.at ?? null,
    url,
    repository_url: home,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: page,
    ...(issue.pull && { pull_request: pull }),
  };
}

export function issuePage({ web }: Urls, repository: Repository, { number, pull }: Issue): string {
  return `${web}/${fullName(repository)}/${pull ? "pull" : "issues"}/${number}`;
}

export function patchLinks(page: string) {
  return { diff_url: `${page}.diff`, patch_url: `${page}.patch` };
}

export function labelShape(home: string, name: string) {
  const id = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 1);
  const url = `${home}/labels/${encodeURIComponent(name)}`;
  return {
    id,
    node_id: nodeId("LA", id),
    url,
    name,
    color: "ededed",
    default: false,
    description: null,
  };
}

export function commentShape(
  urls: Urls,
  world: World,
  { repository, issue, comment }: Location & { comment: Issue["comments"][number] },
) {
  const home = `${urls.api}/repos/${fullName(repository)}/issues`;
  const page = issuePage(urls, repository, issue);
  return {
    id: comment.id,
    node_id: nodeId("IC", comment.id),
    url: `${home}/comments/${comment.id}`,
    html_url: `${page}#issuecomment-${comment.id}`,
    issue_url: `${home}/${issue.number}`,
    body: comment.body,
    user: authorShape(urls, world, comment.author),
    author_association: "MEMBER",
    created_at: comment.createdAt,
    updated_at: comment.createdAt,
  };
}

export function authorShape(urls: Urls, world: World, login: string) {
  const account = findAccount(world, login);
  if (account) return simpleUser(urls, account);
  const app = findApp(world, login.replace(/\[bot\]$/, ""));
  return app ? botUser(urls, app) : workflowBot(urls);
}
