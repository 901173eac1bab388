import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Secret } from "../../shared/secret.ts";
import type { KnownApp } from "./credential-state.ts";

/** The journal's entry for a key in the keychain. */
export interface KeychainKey {
  /** Account name in the keychain; not secret. */
  readonly account: string;
  readonly app: KnownApp;
}

/** A key that exists only in memory: created or provided, and not yet stored. */
export interface UnsavedKey {
  readonly role: AppRole;
  readonly app: KnownApp;
  readonly key: Secret;
  /**
   * State of the last attempt to store the key; undefined before the first attempt. In both states,
   * GitHub may already have the key.
   */
  readonly store?: "under way" | "failed";
}

interface Location {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
}

export function keychainAccount(
  { profile, repository }: Location,
  { role, app }: UnsavedKey,
): string {
  return [profile.host, repository.full, role, app.clientId].join("/");
}
