import type { HostProfile } from "./host-profile.ts";
import type { RepositoryName } from "./repository-name.ts";
import type { Account } from "./account.ts";

/** The page that takes a manifest, and its plain form. */
export function registrationLink(profile: HostProfile, account: Pick<Account, "login" | "kind">) {
  return `${settingsLink(profile, account)}/apps/new`;
}

/** The list of an account's Apps. */
export function appsPage(profile: HostProfile, account: Pick<Account, "login" | "kind">): string {
  return `${settingsLink(profile, account)}/apps`;
}

/** An App's own settings: its client ID, its keys, and the way to delete it. */
export function appSettingsLink(
  profile: HostProfile,
  account: Pick<Account, "login" | "kind">,
  slug: string,
): string {
  return `${settingsLink(profile, account)}/apps/${slug}`;
}

/** A file as it is checked in on the default branch. */
export function filePage(
  { webUrl }: Pick<HostProfile, "webUrl">,
  repository: RepositoryName,
  path: string,
): string {
  return `${webUrl}/${repository.full}/blob/HEAD/${path}`;
}

/** An App's installation page, for whoever is to install it. */
export function installPage({ webUrl, appsPath }: HostProfile, slug: string): string {
  return `${webUrl}${appsPath}/${slug}/installations/new`;
}

/** The installation page with the owner and the repositories already chosen; the forge takes it as a hint. */
export function installLink(
  profile: HostProfile,
  slug: string,
  target: { account: Account; repositoryIds: readonly number[] },
): string {
  const query = new URLSearchParams({ suggested_target_id: String(target.account.id) });
  for (const id of target.repositoryIds) query.append("repository_ids[]", String(id));
  return `${installPage(profile, slug)}/permissions?${query.toString()}`;
}

/** Where an installation's repositories are chosen, and where it is suspended or removed. */
export function installationLink(
  profile: HostProfile,
  account: Pick<Account, "login" | "kind">,
  installationId: number,
): string {
  return `${settingsLink(profile, account)}/installations/${installationId}`;
}

/** Where a person makes, changes and deletes their fine-grained tokens. */
export function tokensPage(profile: Pick<HostProfile, "webUrl">): string {
  return `${profile.webUrl}/settings/personal-access-tokens`;
}

/** Where an organization's owners see and revoke the fine-grained tokens that reach it. */
export function activeTokensPage(profile: HostProfile, organization: string): string {
  const account = { login: organization, kind: "organization" } as const;
  return `${settingsLink(profile, account)}/personal-access-tokens/active`;
}

function settingsLink(profile: HostProfile, { login, kind }: Pick<Account, "login" | "kind">) {
  return kind === "organization"
    ? `${profile.webUrl}/organizations/${login}/settings`
    : `${profile.webUrl}/settings`;
}

/** A workflow's runs, by its file's name. */
export function workflowPage(
  { webUrl }: Pick<HostProfile, "webUrl">,
  repository: RepositoryName,
  file: string,
): string {
  return `${webUrl}/${repository.full}/actions/workflows/${file}`;
}

export function runPage(
  { webUrl }: Pick<HostProfile, "webUrl">,
  repository: RepositoryName,
  run: number,
): string {
  return `${webUrl}/${repository.full}/actions/runs/${run}`;
}
