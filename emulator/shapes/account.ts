import type { Urls } from "../http/call.ts";
import type { Account, World } from "../state/world.ts";
import { repositoriesOf } from "../state/find.ts";
import { wire } from "../wire.ts";

/** Returns a node ID. GitHub's opaque IDs are the base64 encoding of a type and a number. */
export function nodeId(kind: string, id: number): string {
  return `${kind}_${Buffer.from(String(id)).toString("base64url")}`;
}

/** Returns a user or organization as embedded in other objects. */
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

/** Returns the bot account of an App. Other accounts cannot use its login. */
export function botUser(urls: Urls, app: { id: number; slug: string }) {
  return {
    ...simpleUser(urls, { id: app.id, login: `${app.slug}[bot]`, type: "User" }),
    type: "Bot",
  };
}

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

/** Counts an account's public repositories. For `private`, counts all its other repositories. */
export function countRepositories(
  world: World,
  { login }: Account,
  kind: "public" | "private",
): number {
  const isPublic = kind === "public";
  return repositoriesOf(world, login).filter((r) => (r.visibility === "public") === isPublic)
    .length;
}
