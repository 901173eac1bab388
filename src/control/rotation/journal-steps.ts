import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { RotatedCredential } from "./rotation.ts";

/** Whose rotation it is. */
export interface RotationPlace {
  readonly profile: Pick<HostProfile, "host">;
  readonly repository: RepositoryName;
}

/*
 * The ids that a rotation's journal keeps its finished steps by. Each begins with the host and carries the
 * fingerprint of what it was done with, so that another key is another step. None holds a secret.
 */

/** The rotation that is under way: an `OpenRotation`. */
export function openStep(place: RotationPlace): string {
  return `${prefix(place)} rotation`;
}

/** What replaces a credential: brought, and proved to belong there. */
export function replacementStep(place: RotationPlace, credential: RotatedCredential): string {
  return `${prefix(place)} ${credential} replacement`;
}

/** One stage that is over for one replacement. */
export function stageStep(
  place: RotationPlace,
  credential: RotatedCredential,
  stage: "stored" | "recorded" | "revoking" | "revoked",
  fingerprint: string,
): string {
  return `${prefix(place)} ${credential} ${stage} ${fingerprint}`;
}

/** What was seen of these replacements where they are stored: at first, in all runs, and in the end. */
export function verifiedStep(
  place: RotationPlace,
  what: "seen" | "validated" | "rechecked",
  fingerprints: readonly string[],
): string {
  return `${prefix(place)} ${what} ${fingerprints.join(",")}`;
}

/** A review run that succeeded with these replacements. */
export function reviewStep(
  place: RotationPlace,
  operation: string,
  fingerprints: readonly string[],
): string {
  return `${prefix(place)} review of ${operation} with ${fingerprints.join(",")}`;
}

/** The record of a rotation that is over. It stays in the journal. */
export function recordStep(place: RotationPlace, startedAt: string): string {
  return `${prefix(place)} rotated ${startedAt}`;
}

/** Whether a step belongs to the rotation that is under way, and goes when it is over. */
export function isOfOpenRotation(place: RotationPlace, id: string): boolean {
  return id.startsWith(`${prefix(place)} `) && !id.startsWith(`${prefix(place)} rotated `);
}

function prefix({ profile, repository }: RotationPlace): string {
  return `${profile.host} ${repository.full.toLowerCase()}`;
}
