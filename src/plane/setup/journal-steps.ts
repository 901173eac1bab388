import * as v from "valibot";
import { roleOf } from "../../credentials/credential.ts";
import type { StoredCredential } from "../../credentials/credential.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { journalLocation } from "../repository/journal-location.ts";
import { boundKey, doneKey, stepKey } from "../../shared/step-key.ts";
import type { StepKey } from "../../shared/step-key.ts";
import type { MadeApp } from "./credential-state.ts";
import type { InstallationProof, SeenInstallation } from "./installation.ts";
import type { PatLocation, PatProof } from "./pat-proof.ts";
import type { KeychainKey } from "./unsaved-keys.ts";

/** Location of an App's steps in the journal: host, repository and role. */
export interface AppLocation {
  readonly profile: Pick<HostProfile, "host">;
  readonly repository: RepositoryName;
  readonly role: AppRole;
}

/*
 * The finished steps of setup in the journal, and their IDs. An ID begins with the host and
 * contains the inputs of the step, so a different App, key or list of repositories results in a
 * different step. Repository names are in lower case because GitHub ignores case. Steps never
 * contain secrets.
 */

const knownApp = v.object({
  clientId: v.string(),
  // Optional, because the client ID alone identifies an App.
  slug: v.fallback(v.optional(v.string()), undefined),
});
const madeApp = v.pipe(
  v.object({
    ...knownApp.entries,
    permissions: v.record(v.string(), v.string()),
    events: v.array(v.string()),
    // Older journals do not contain this field. The App then counts as provided, so it is checked.
    isProvided: v.optional(v.boolean(), true),
    keyId: v.string(),
  }),
  v.transform((app): MadeApp => ({ ...app, slug: app.slug })),
);
const keychainKey = v.pipe(
  v.object({ account: v.string(), app: knownApp }),
  v.transform(({ account, app }): KeychainKey => ({
    account,
    app: { clientId: app.clientId, slug: app.slug },
  })),
);
const time = v.pipe(v.string(), v.isoTimestamp());
const seenInstallation = v.object({
  installationId: v.pipe(v.number(), v.safeInteger()),
  updatedAt: v.string(),
});
const installationProof = v.object({ ...seenInstallation.entries, provedAt: time });
const begunInstallation = v.pipe(
  v.object({ installation: v.optional(seenInstallation) }),
  v.transform(({ installation }): BegunInstallation => (installation ? { installation } : {})),
);
const patProof = v.object({ storedAt: v.string(), expiresAt: v.string(), provedAt: time });
const fullName = v.pipe(v.string(), v.regex(/^[^/\s]+\/[^/\s]+$/));

/**
 * The name with which a registration started. From then on, GitHub may have an App with that name.
 */
export function namedStep(location: AppLocation): StepKey<string> {
  return stepKey(`${prefix(location)} name`, v.string());
}

/**
 * A registration code arrived and was not rejected. The App may exist under any name, even if its
 * key never arrives.
 */
export function registeredStep(location: AppLocation): StepKey<true> {
  return doneKey(`${prefix(location)} registered`);
}

/** The App that was created or provided. */
export function madeStep(location: AppLocation): StepKey<MadeApp> {
  return stepKey(`${prefix(location)} app`, madeApp);
}

/**
 * The App was deleted: GitHub twice responded with 404 to its own key, or the operator reported the
 * deletion. The step is discarded if the App is seen again.
 */
export function goneStep(location: AppLocation, clientId: string): StepKey<true> {
  return doneKey(`${prefix(location)} gone ${clientId}`);
}

/** Both records were stored with this key. */
export function storedStep(
  location: AppLocation,
  clientId: string,
  fingerprint: string,
): StepKey<true> {
  return doneKey(`${prefix(location)} stored ${clientId} ${fingerprint}`);
}

/**
 * Both records were deleted at the operator's request because the profile did not need the App. The
 * step is discarded if the records are stored again.
 */
export function droppedStep(location: AppLocation, clientId: string): StepKey<true> {
  return doneKey(`${prefix(location)} dropped ${clientId}`);
}

/** Returns whether the steps of a journal show that both records were stored, with any key. */
export function wasStored(
  steps: Iterable<string>,
  location: AppLocation,
  clientId: string,
): boolean {
  const id = storedStep(location, clientId, "").id;
  return [...steps].some((step) => step.startsWith(id));
}

/** The key is in the operating system's keychain. */
export function keychainStep(location: AppLocation): StepKey<KeychainKey> {
  return stepKey(`${prefix(location)} held key`, keychainKey);
}

/**
 * The App was installed on exactly these repositories. The proof is bound to the App, the
 * repositories and the observed state.
 */
export function installedStep(
  location: AppLocation,
  clientId: string,
  repositories: readonly string[],
): StepKey<InstallationProof> {
  const names = namesOf(repositories);
  return boundKey(`${prefix(location)} installed ${clientId} ${names}`, installationProof);
}

/** The installation on the control repository; undefined if it was not seen yet. */
interface BegunInstallation {
  readonly installation?: SeenInstallation;
}

/**
 * The installation of a new App began with only the control repository. The other repositories are
 * added next.
 */
export function begunStep(location: AppLocation, clientId: string): StepKey<BegunInstallation> {
  return stepKey(`${prefix(location)} begun ${clientId}`, begunInstallation);
}

/**
 * The date on which the verified key was stored, according to GitHub. A different date means a
 * different key.
 */
export function keyDateStep(location: AppLocation, clientId: string): StepKey<string> {
  return stepKey(`${prefix(location)} key date ${clientId}`, v.string());
}

/**
 * The token in an environment was able to read exactly these repositories. Like an App's proof,
 * this proof is bound to the observed state.
 */
export function patProvedStep(
  location: Omit<AppLocation, "role">,
  { environment, repositories }: PatLocation,
): StepKey<PatProof> {
  const names = namesOf(repositories);
  return boundKey(`${patPrefix(location)} ${environment} ${names}`, patProof);
}

/**
 * Returns whether a step belongs to a proof of this credential, for any App, key or list of
 * repositories.
 */
export function isProofOf(
  id: string,
  location: Omit<AppLocation, "role">,
  credential: StoredCredential,
): boolean {
  const role = roleOf(credential);
  const begin = role ? keyDateStep({ ...location, role }, "").id : `${patPrefix(location)} `;
  return id.startsWith(begin);
}

/**
 * The full names of the repositories that the App should cover, starting with the control
 * repository.
 */
export function repositoriesStep(location: AppLocation): StepKey<readonly string[]> {
  return stepKey(`${prefix(location)} repositories`, v.array(fullName));
}

/** Sorts the names and converts them to lower case, because order and case do not matter. */
function namesOf(repositories: readonly string[]): string {
  return repositories
    .map((name) => name.toLowerCase())
    .toSorted()
    .join(",");
}

function patPrefix(location: Omit<AppLocation, "role">): string {
  return `${journalLocation(location)} pat proved`;
}

function prefix(location: AppLocation): string {
  return `${journalLocation(location)} ${location.role}`;
}
