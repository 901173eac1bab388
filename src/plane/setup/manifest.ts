import { ceilings } from "../../credentials/apps/ceilings.ts";
import type { Permissions } from "../../credentials/apps/ceilings.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Account } from "../../forge/account.ts";
import { registrationLink } from "../../forge/web-links.ts";

/** What the forge's registration page takes in its field `manifest`, as JSON. */
export interface AppManifest {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly public: false;
  readonly redirect_url: string;
  /** The forge wants an address even for a hook that is off. */
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
}

const purposes: Readonly<Record<AppRole, string>> = {
  read: "Reads approved target repositories for the control plane in",
  write: "Writes approved outputs for the control plane in",
};

/** The App's home page. A hook that is off needs an address, too, and has this one. */
function homePage({ profile, repository }: Pick<AppRequest, "profile" | "repository">) {
  return `${profile.webUrl}/${repository.full}`;
}

/** The App as we ask for it: private, without events, exactly its role's ceiling. */
export function buildManifest(request: AppRequest, redirectUrl: string): AppManifest {
  const { repository, role, name } = request;
  const url = homePage(request);
  return {
    name,
    url,
    description: `${purposes[role]} ${repository.full}.`,
    public: false,
    redirect_url: redirectUrl,
    hook_attributes: { url, active: false },
    default_events: [],
    default_permissions: ceilings[role],
    request_oauth_on_install: false,
    setup_on_update: false,
  };
}

/** The page that takes a manifest, filled in by its address: for an operator who makes the App by hand. */
export function filledRegistrationLink(request: AppRequest, account: Account): string {
  const { profile, role, name } = request;
  const query = new URLSearchParams({
    name,
    url: homePage(request),
    public: "false",
    webhook_active: "false",
    ...ceilings[role],
  });
  return `${registrationLink(profile, account)}?${query.toString()}`;
}
