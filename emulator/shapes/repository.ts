import type { Urls } from "../http/call.ts";
import { fullName, getAccount } from "../state/find.ts";
import type { Repository, RepositoryRole } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { nodeId, simpleUser } from "./account.ts";

/** URLs of a repository's parts, relative to its own URL. */
const parts = {
  archive_url: "/{archive_format}{/ref}",
  assignees_url: "/assignees{/user}",
  blobs_url: "/git/blobs{/sha}",
  branches_url: "/branches{/branch}",
  collaborators_url: "/collaborators{/collaborator}",
  comments_url: "/comments{/number}",
  commits_url: "/commits{/sha}",
  compare_url: "/compare/{base}...{head}",
  contents_url: "/contents/{+path}",
  contributors_url: "/contributors",
  deployments_url: "/deployments",
  downloads_url: "/downloads",
  events_url: "/events",
  forks_url: "/forks",
  git_commits_url: "/git/commits{/sha}",
  git_refs_url: "/git/refs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  hooks_url: "/hooks",
  issue_comment_url: "/issues/comments{/number}",
  issue_events_url: "/issues/events{/number}",
  issues_url: "/issues{/number}",
  keys_url: "/keys{/key_id}",
  labels_url: "/labels{/name}",
  languages_url: "/languages",
  merges_url: "/merges",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  pulls_url: "/pulls{/number}",
  releases_url: "/releases{/id}",
  stargazers_url: "/stargazers",
  statuses_url: "/statuses/{sha}",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  tags_url: "/tags",
  teams_url: "/teams",
  trees_url: "/git/trees{/sha}",
} as const;

type Parts = Record<keyof typeof parts, string>;

/** Returns a repository as embedded in lists and runs: its identity and URLs. */
export function minimalRepository(urls: Urls, world: World, repository: Repository) {
  const name = fullName(repository);
  const url = `${urls.api}/repos/${name}`;
  const links = Object.entries(parts).map(([key, part]) => [key, `${url}${part}`] as const);
  return {
    id: repository.id,
    node_id: nodeId("R", repository.id),
    name: repository.name,
    full_name: name,
    private: repository.visibility !== "public",
    visibility: repository.visibility,
    owner: simpleUser(urls, getAccount(world, repository.owner)),
    html_url: `${urls.web}/${name}`,
    description: repository.description,
    fork: false,
    url,
    ...(Object.fromEntries(links) as Parts),
    default_branch: repository.defaultBranch,
    archived: repository.archived,
    disabled: false,
    created_at: repository.createdAt,
    updated_at: repository.updatedAt,
    pushed_at: repository.pushedAt,
  };
}

/** Returns a repository as shown in lists. `role` is the caller's role. */
export function repositoryInList(
  urls: Urls,
  world: World,
  { repository, role }: { repository: Repository; role?: RepositoryRole | undefined },
) {
  const web = `${urls.web}/${fullName(repository)}`;
  return {
    ...minimalRepository(urls, world, repository),
    git_url: `${web.replace(/^http/, "git")}.git`,
    ssh_url: `git@127.0.0.1:${fullName(repository)}.git`,
    clone_url: `${web}.git`,
    svn_url: web,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    topics: [],
    size: 1,
    forks: 0,
    forks_count: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    open_issues: repository.issues.length,
    open_issues_count: repository.issues.length,
    is_template: false,
    has_issues: !repository.switchedOff?.includes("issues"),
    has_pull_requests: !repository.switchedOff?.includes("pullRequests"),
    has_projects: true,
    has_wiki: true,
    has_pages: false,
    has_downloads: true,
    has_discussions: false,
    allow_forking: true,
    web_commit_signoff_required: false,
    ...(role && { permissions: permissionsOf(role) }),
  };
}

export function fullRepository(
  urls: Urls,
  world: World,
  asked: { repository: Repository; role?: RepositoryRole | undefined },
) {
  const shape = repositoryInList(urls, world, asked);
  return {
    ...shape,
    network_count: 0,
    subscribers_count: 0,
    ...(shape.owner.type === "Organization" && { organization: shape.owner }),
  };
}

function permissionsOf(role: RepositoryRole) {
  const order: RepositoryRole[] = ["pull", "triage", "push", "maintain", "admin"];
  const height = order.indexOf(role);
  const may = (wanted: RepositoryRole) => height >= order.indexOf(wanted);
  return {
    admin: may("admin"),
    maintain: may("maintain"),
    push: may("push"),
    triage: may("triage"),
    pull: may("pull"),
  };
}
