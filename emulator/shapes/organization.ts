import type { Urls } from "../http/call.ts";
import { roleInOrganization, sameName } from "../state/find.ts";
import type { Account, World } from "../state/world.ts";
import { countRepositories, nodeId, simpleUser } from "./account.ts";

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

/** Returns an organization with all fields. Only owners see the plan. */
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
