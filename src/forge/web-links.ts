import type { HostProfile } from "./host-profile.ts";
import type { RepositoryName } from "./repository-name.ts";
import type { Account } from "./account.ts";

/**
 * Returns the URL of the page that accepts a manifest. Without a manifest, the page shows an empty
 * form.
 */
export function registrationLink(profile: HostProfile, account: Pick<Account, "login" | "kind">) {
  return `${settingsLink(profile, account)}/apps/new`;
}

/** Returns the URL of the page that lists an account's Apps. */
export function appsPage(profile: HostProfile, account: Pick<Account, "login" | "kind">): string {
  return `${settingsLink(profile, account)}/apps`;
}

/**
 * Returns the URL of an App's settings page, which shows the client ID and the keys, and on which a
 * user can delete the App.
 */
export function appSettingsLink(
  profile: HostProfile,
  account: Pick<Account, "login" | "kind">,
  slug: string,
): string {
  return `${settingsLink(profile, account)}/apps/${slug}`;
}

/** Returns the URL of the page on which an App's permissions and events can be changed. */
export function permissionsLink(...app: Parameters<typeof appSettingsLink>): string {
  return `${appSettingsLink(...app)}/permissions`;
}

/** Returns the URL of a file's page on the default branch. */
export function filePage(
  { webUrl }: Pick<HostProfile, "webUrl">,
  repository: RepositoryName,
  path: string,
): string {
  return `${webUrl}/${repository.full}/blob/HEAD/${path}`;
}

/** Returns the URL of an App's installation page. */
export function installPage({ webUrl, appsPath }: HostProfile, slug: string): string {
  return `${webUrl}${appsPath}/${slug}/installations/new`;
}

/**
 * Returns the URL of the installation page with the owner and the repositories preselected. GitHub
 * treats both only as hints.
 */
export function installLink(
  profile: HostProfile,
  slug: string,
  target: { account: Account; repositoryIds: readonly number[] },
): string {
  const query = new URLSearchParams({ suggested_target_id: String(target.account.id) });
  for (const id of target.repositoryIds) query.append("repository_ids[]", String(id));
  return `${installPage(profile, slug)}/permissions?${query.toString()}`;
}

/**
 * Returns the URL of the page on which a user can select an installation's repositories, or suspend
 * or uninstall the installation.
 */
export function installationLink(
  profile: HostProfile,
  account: Pick<Account, "login" | "kind">,
  installationId: number,
): string {
  return `${settingsLink(profile, account)}/installations/${installationId}`;
}

/** Returns the URL of the page on which users create, change and delete their fine-grained PATs. */
export function tokensPage(profile: Pick<HostProfile, "webUrl">): string {
  return `${profile.webUrl}/settings/personal-access-tokens`;
}

/**
 * Returns the URL of the page on which an organization's owners can review and revoke the
 * fine-grained PATs that have access to the organization.
 */
export function activeTokensPage(profile: HostProfile, organization: string): string {
  const account = { login: organization, kind: "organization" } as const;
  return `${settingsLink(profile, account)}/personal-access-tokens/active`;
}

function settingsLink(profile: HostProfile, { login, kind }: Pick<Account, "login" | "kind">) {
  return kind === "organization"
    ? `${profile.webUrl}/organizations/${login}/settings`
    : `${profile.webUrl}/settings`;
}

/**
 * Returns the URL of the page that lists a workflow's runs. The workflow is identified by its file
 * name.
 */
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
