import type { AppRole } from "../../credentials/apps/ceilings.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";

/** One App's place: whose steps they are. */
export interface AppPlace {
  readonly profile: Pick<HostProfile, "host">;
  readonly repository: RepositoryName;
  readonly role: AppRole;
}

/*
 * The ids that a setup's journal keeps its finished steps by. Each begins with the host and carries what it was
 * done with, so that another App, key or list of repositories is another step. Names of repositories are in lower
 * case: the forge does not tell their cases apart. None holds a secret.
 */

/** The name that a registration was begun with: from then on the forge may have an App of that name. */
export function namedStep(place: AppPlace): string {
  return `${prefix(place)} name`;
}

/** The forge sent its code: the App exists, under whatever name, even when its key never comes. */
export function registeredStep(place: AppPlace): string {
  return `${prefix(place)} registered`;
}

/** The App that was made or brought: a `MadeApp`. */
export function madeStep(place: AppPlace): string {
  return `${prefix(place)} app`;
}

/** Both halves were stored, of this key. */
export function storedStep(place: AppPlace, clientId: string, fingerprint: string): string {
  return `${prefix(place)} stored ${clientId} ${fingerprint}`;
}

/** The key is in the operating system's keychain: a `HeldKey`. */
export function heldStep(place: AppPlace): string {
  return `${prefix(place)} held key`;
}

/** The App was seen on exactly these repositories: an `InstallationProof`. */
export function installedStep(
  place: AppPlace,
  clientId: string,
  repositories: readonly string[],
): string {
  return `${prefix(place)} installed ${clientId} ${repositories.join(",").toLowerCase()}`;
}

/** When the forge says that the proved key was stored: a string. Another date is another key. */
export function keyDateStep(place: AppPlace, clientId: string): string {
  return `${prefix(place)} key date ${clientId}`;
}

/** The full names that the App is meant to cover, the control repository first. */
export function repositoriesStep(place: AppPlace): string {
  return `${prefix(place)} repositories`;
}

function prefix({ profile, repository, role }: AppPlace): string {
  return `${profile.host} ${repository.full.toLowerCase()} ${role}`;
}
