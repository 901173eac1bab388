import type { Urls } from "../http/call.ts";
import type { Account, World } from "../state/world.ts";
import { repositoriesOf, roleInOrganization, sameName } from "../state/find.ts";
import { wire } from "../wire.ts";

/** The forge's opaque ids are base64 of a kind and a number. */
export function nodeId(kind: string, id: number): string {
  return `${kind}_${Buffer.from(String(id)).toString("base64url")}`;
}

/** A person or an organization, as it appears inside other things. */
export function simpleUser({ api, web }: Urls, account: Pick<Account, "id" | "login" | "type">) {
  const { id, login, type } = account;
  const url = `${api}/users/${login}`;
  return {
    login,
    id,
    node_id: nodeId(type === "User" ? "U" : "O", id),
    avatar_url: `${web}/avatars/${id}`,
    gravatar_id: "",
    url,
    html_url: `${web}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: type as string,
    user_view_type: "public",
    site_admin: false,
  };
}

/** The bot that acts for an App; its login is not free for anybody else. */
export function botUser(urls: Urls, app: { id: number; slug: string }) {
  return {
    ...simpleUser(urls, { id: app.id, login: `${app.slug}[bot]`, type: "User" }),
    type: "Bot",
  };
}

/** The bot that acts for a workflow's own token. */
export function workflowBot(urls: Urls) {
  return { ...simpleUser(urls, { id: 41, login: wire.actionsBot, type: "User" }), type: "Bot" };
}

export function publicUser(urls: Urls, world: World, account: Account) {
  return {
    ...simpleUser(urls, account),
    name: account.name,
    company: null,
    blog: "",
    location: null,
    email: null,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: countRepositories(world, account, "public"),
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: account.createdAt,
    updated_at: account.createdAt,
  };
}

export function privateUser(urls: Urls, world: World, account: Account) {
  return {
    ...publicUser(urls, world, account),
    user_view_type: "private",
    private_gists: 0,
    total_private_repos: countRepositories(world, account, "private"),
    owned_private_repos: countRepositories(world, account, "private"),
    disk_usage: 0,
    collaborators: 0,
    two_factor_authentication: true,
    plan: { name: account.plan, space: 976_562_499, private_repos: 9999, collaborators: 0 },
  };
}

export function simpleOrganization({ api, web }: Urls, { id, login, name }: Account) {
  const url = `${api}/orgs/${login}`;
  return {
    login,
    id,
    node_id: nodeId("O", id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `${web}/avatars/${id}`,
    description: name,
  };
}

/** The plan is for owners only. */
export function fullOrganization(
  urls: Urls,
  world: World,
  { organization, showPlan }: { organization: Account; showPlan: boolean },
) {
  const members = world.memberships.filter((each) =>
    sameName(each.organization, organization.login),
  );
  const plan = { name: organization.plan, space: 976_562_499, private_repos: 999_999 };
  return {
    ...simpleOrganization(urls, organization),
    name: organization.name,
    is_verified: false,
    has_organization_projects: true,
    has_repository_projects: true,
    public_repos: countRepositories(world, organization, "public"),
    public_gists: 0,
    followers: 0,
    following: 0,
    html_url: `${urls.web}/${organization.login}`,
    created_at: organization.createdAt,
    updated_at: organization.createdAt,
    archived_at: null,
    type: "Organization",
    ...(showPlan && {
      plan: { ...plan, filled_seats: members.length, seats: members.length },
      total_private_repos: countRepositories(world, organization, "private"),
      owned_private_repos: countRepositories(world, organization, "private"),
    }),
  };
}

export function membership(
  urls: Urls,
  world: World,
  { organization, user }: { organization: Account; user: Account },
) {
  const found = world.memberships.find(
    (each) => sameName(each.organization, organization.login) && sameName(each.user, user.login),
  );
  if (!found) return undefined;
  const url = `${urls.api}/orgs/${organization.login}`;
  return {
    url: `${url}/memberships/${user.login}`,
    state: found.state,
    role: found.role,
    organization_url: url,
    user: simpleUser(urls, user),
    organization: simpleOrganization(urls, organization),
    permissions: {
      can_create_repository:
        roleInOrganization(world, user.login, organization.login) !== undefined,
    },
  };
}

function countRepositories(world: World, { login }: Account, kind: "public" | "private"): number {
  const isPublic = kind === "public";
  return repositoriesOf(world, login).filter((r) => (r.visibility === "public") === isPublic)
    .length;
}
