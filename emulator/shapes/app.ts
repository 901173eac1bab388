import type { Urls } from "../http/call.ts";
import { findAccount, getAccount, getApp } from "../state/find.ts";
import type { App, Installation, InstallationRequest, World } from "../state/world.ts";
import { wire } from "../wire.ts";
import { nodeId, simpleUser } from "./account.ts";

/**
 * Returns the page of an App. github.com and GitHub Enterprise Server use different paths; both are
 * served.
 */
function appPage({ web }: Urls, { slug }: App): string {
  return `${web}/${wire.appPagesOnOwnHost}/${slug}`;
}

/**
 * Returns the path of an App's settings page, on which users manage its keys and permissions or
 * delete it.
 */
export function appSettingsPath(world: World, { owner, slug }: App): string {
  return `${settingsPath(world, owner)}/apps/${slug}`;
}

export function installationSettingsPath(world: World, { account, id }: Installation): string {
  return `${settingsPath(world, account)}/installations/${id}`;
}

/** Returns the path of an account's settings. For an organization, the path contains its name. */
export function settingsPath(world: World, login: string): string {
  const { type } = getAccount(world, login);
  return type === "Organization" ? `/organizations/${login}/settings` : "/settings";
}

export function integration(urls: Urls, world: World, app: App) {
  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId("A", app.id),
    client_id: app.clientId,
    owner: simpleUser(urls, getAccount(world, app.owner)),
    name: app.name,
    description: app.description,
    external_url: app.url,
    html_url: appPage(urls, app),
    created_at: app.createdAt,
    updated_at: app.updatedAt,
    permissions: app.permissions,
    events: app.events,
    installations_count: world.installations.filter(({ appId }) => appId === app.id).length,
  };
}

export function installationShape(urls: Urls, world: World, installation: Installation) {
  const app = getApp(world, installation.appId);
  const account = getAccount(world, installation.account);
  const suspender = installation.suspendedBy && findAccount(world, installation.suspendedBy);
  return {
    id: installation.id,
    account: simpleUser(urls, account),
    repository_selection: installation.selection,
    access_tokens_url: `${urls.api}/app/installations/${installation.id}/access_tokens`,
    repositories_url: `${urls.api}/installation/repositories`,
    html_url: `${urls.web}${installationSettingsPath(world, installation)}`,
    app_id: app.id,
    client_id: app.clientId,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions: installation.permissions,
    events: app.events,
    created_at: installation.createdAt,
    updated_at: installation.updatedAt,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: suspender ? simpleUser(urls, suspender) : null,
    suspended_at: installation.suspendedAt,
  };
}

export function installationRequestShape(urls: Urls, world: World, request: InstallationRequest) {
  const { account, user, createdAt } = request;
  const target = getAccount(world, account);
  // The embedded forge does not store request IDs. This ID is unique, because an account requests
  // an App only once.
  const id = target.id * 10_000 + request.appId;
  return {
    id,
    node_id: nodeId("IR", id),
    account: simpleUser(urls, target),
    requester: simpleUser(urls, getAccount(world, user)),
    created_at: createdAt,
  };
}
