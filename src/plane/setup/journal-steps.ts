import * as v from "valibot";
import { roleOf } from "../../credentials/credential.ts";
import type { StoredCredential } from "../../credentials/credential.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { journalPlace } from "../repository/journal-place.ts";
import { boundKey, doneKey, stepKey } from "../../shared/step-key.ts";
import type { StepKey } from "../../shared/step-key.ts";
import type { MadeApp } from "./credential-state.ts";
import type { InstallationProof } from "./installation.ts";
import type { PatPlace, PatProof } from "./pat-proof.ts";
import type { KeychainKey } from "./unsaved-keys.ts";

/** One App's place: whose steps they are. */
export interface AppPlace {
  readonly profile: Pick<HostProfile, "host">;
  readonly repository: RepositoryName;
  readonly role: AppRole;
}

/*
 * What a setup's journal keeps of its finished steps, and by which ids. Each id begins with the host and carries what
 * the step was done with, so that another App, key or list of repositories is another step. Names of repositories are
 * in lower case: the forge does not tell their cases apart. None holds a secret.
 */

const knownApp = v.object({
  clientId: v.string(),
  // Best effort: an App is known by its client ID alone.
  slug: v.fallback(v.optional(v.string()), undefined),
});
const madeApp = v.pipe(
  v.object({
    ...knownApp.entries,
    permissions: v.record(v.string(), v.string()),
    events: v.array(v.string()),
    // What an older journal does not tell is looked at.
    isBrought: v.optional(v.boolean(), true),
    keyId: v.string(),
  }),
  v.transform((app): MadeApp => ({ ...app, slug: app.slug })),
);
const heldKey = v.pipe(
  v.object({ account: v.string(), app: knownApp }),
  v.transform(({ account, app }): KeychainKey => ({
    account,
    app: { clientId: app.clientId, slug: app.slug },
  })),
);
const time = v.pipe(v.string(), v.isoTimestamp());
const installationProof = v.object({
  installationId: v.pipe(v.number(), v.safeInteger()),
  updatedAt: v.string(),
  provedAt: time,
});
const patProof = v.object({ storedAt: v.string(), expiresAt: v.string(), provedAt: time });
const fullName = v.pipe(v.string(), v.regex(/^[^/\s]+\/[^/\s]+$/));

/** The name that a registration was begun with: from then on the forge may have an App of that name. */
export function namedStep(place: AppPlace): StepKey<string> {
  return stepKey(`${prefix(place)} name`, v.string());
}

/** A code came and was not refused: the App may exist, under whatever name, even when its key never comes. */
export function registeredStep(place: AppPlace): StepKey<true> {
  return doneKey(`${prefix(place)} registered`);
}

/** The App that was made or brought. */
export function madeStep(place: AppPlace): StepKey<MadeApp> {
  return stepKey(`${prefix(place)} app`, madeApp);
}

/** The forge told the App's own key twice that there is no such App, or a person said so. Who sees the App forgets it. */
export function goneStep(place: AppPlace, clientId: string): StepKey<true> {
  return doneKey(`${prefix(place)} gone ${clientId}`);
}

/** Both halves were stored, of this key. */
export function storedStep(place: AppPlace, clientId: string, fingerprint: string): StepKey<true> {
  return doneKey(`${prefix(place)} stored ${clientId} ${fingerprint}`);
}

/** Both halves were deleted on a person's word, as the profile did not call for the App. What is stored again forgets it. */
export function droppedStep(place: AppPlace, clientId: string): StepKey<true> {
  return doneKey(`${prefix(place)} dropped ${clientId}`);
}

/** Whether a journal's steps say that both halves were stored, of whatever key. */
export function wasStored(steps: Iterable<string>, place: AppPlace, clientId: string): boolean {
  const id = storedStep(place, clientId, "").id;
  return [...steps].some((step) => step.startsWith(id));
}

/** The key is in the operating system's keychain. */
export function keychainStep(place: AppPlace): StepKey<KeychainKey> {
  return stepKey(`${prefix(place)} held key`, heldKey);
}

/** The App was seen on exactly these repositories; the proof is bound to the App, to them and to what was seen. */
export function installedStep(
  place: AppPlace,
  clientId: string,
  repositories: readonly string[],
): StepKey<InstallationProof> {
  const names = namesOf(repositories);
  return boundKey(`${prefix(place)} installed ${clientId} ${names}`, installationProof);
}

/** When the forge says that the proved key was stored. Another date is another key. */
export function keyDateStep(place: AppPlace, clientId: string): StepKey<string> {
  return stepKey(`${prefix(place)} key date ${clientId}`, v.string());
}

/** The token of an environment was seen to read exactly these repositories; bound to what was seen, as an App's proof is. */
export function patProvedStep(
  place: Omit<AppPlace, "role">,
  { environment, repositories }: PatPlace,
): StepKey<PatProof> {
  const names = namesOf(repositories);
  return boundKey(`${patPrefix(place)} ${environment} ${names}`, patProof);
}

/** Whether a step is what a proof of this credential rests on, of whatever App, key or list of repositories. */
export function isProofOf(
  id: string,
  place: Omit<AppPlace, "role">,
  credential: StoredCredential,
): boolean {
  const role = roleOf(credential);
  const begin = role ? keyDateStep({ ...place, role }, "").id : `${patPrefix(place)} `;
  return id.startsWith(begin);
}

/** The full names that the App is meant to cover, the control repository first. */
export function repositoriesStep(place: AppPlace): StepKey<readonly string[]> {
  return stepKey(`${prefix(place)} repositories`, v.array(fullName));
}

/** In whatever order and case they are written, they are the same repositories. */
function namesOf(repositories: readonly string[]): string {
  return repositories
    .map((name) => name.toLowerCase())
    .toSorted()
    .join(",");
}

function patPrefix(place: Omit<AppPlace, "role">): string {
  return `${journalPlace(place)} pat proved`;
}

function prefix(place: AppPlace): string {
  return `${journalPlace(place)} ${place.role}`;
}
