import type { Permissions } from "../../credentials/apps/ceilings.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Account } from "../../forge/account.ts";
import { registrationLink } from "../../forge/web-links.ts";

/** The JSON that GitHub's registration page expects in its field `manifest`. */
export interface AppManifest {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly public: false;
  readonly redirect_url: string;
  /** GitHub requires a URL even for an inactive webhook. */
  readonly hook_attributes: { readonly url: string; readonly active: false };
  readonly default_events: readonly [];
  readonly default_permissions: Permissions;
  readonly request_oauth_on_install: false;
  readonly setup_on_update: false;
}

export interface AppRequest {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly role: AppRole;
  readonly name: string;
  /** Permissions to request: the ceiling of the role, narrowed to the scope. */
  readonly ceiling: Permissions;
}

const purposes: Readonly<Record<AppRole, string>> = {
  read: "Reads approved target repositories for the control plane in",
  write: "Writes approved outputs for the control plane in",
};

/** Returns the App's home page, which is also the URL of the inactive webhook. */
function homePage({ profile, repository }: Pick<AppRequest, "profile" | "repository">) {
  return `${profile.webUrl}/${repository.full}`;
}

/** Builds the manifest of a private App without events, with exactly the permissions of its ceiling. */
export function buildManifest(request: AppRequest, redirectUrl: string): AppManifest {
  const { repository, role, name, ceiling } = request;
  const url = homePage(request);
  return {
    name,
    url,
    description: `${purposes[role]} ${repository.full}.`,
    public: false,
    redirect_url: redirectUrl,
    hook_attributes: { url, active: false },
    default_events: [],
    default_permissions: ceiling,
    request_oauth_on_install: false,
    setup_on_update: false,
  };
}

/**
 * Returns the URL of the registration page, with query parameters that fill in the fields, for an
 * operator who creates the App manually.
 */
export function filledRegistrationLink(request: AppRequest, account: Account): string {
  const { profile, name, ceiling } = request;
  const query = new URLSearchParams({
    name,
    url: homePage(request),
    public: "false",
    webhook_active: "false",
    ...ceiling,
  });
  return `${registrationLink(profile, account)}?${query.toString()}`;
}
