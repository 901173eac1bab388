import type * as v from "valibot";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { journalPlace } from "../repository/journal-place.ts";
import { stepKey } from "../../shared/step-key.ts";
import type { StepKey } from "../../shared/step-key.ts";
import {
  abandonedRotationShape,
  abandonedStepsShape,
  begunStoreShape,
  doneAtShape,
  evidenceShapes,
  openRotationShape,
  outcomeShape,
  patReplacementShape,
  recheckShape,
  replacementShape,
  runShape,
  runsShape,
  seenAppsShape,
  seenRunShape,
} from "./journal-results.ts";
import type {
  AbandonedRotation,
  AbandonedSteps,
  BegunStore,
  DoneAt,
  OpenRotation,
  PatReplacement,
  Recheck,
  Replacement,
  RotationOutcome,
  SeenApps,
  SeenRun,
} from "./journal-results.ts";
import type { Revocation, RotationEvidence, ValidationRun } from "./rotation.ts";
import type { AppCredential, StoredCredential } from "../../credentials/credential.ts";

/** Whose rotation it is. */
export interface RotationPlace {
  readonly profile: Pick<HostProfile, "host">;
  readonly repository: RepositoryName;
}

/*
 * The keys that a rotation's journal keeps its finished steps by. Each id begins with the host and carries the
 * fingerprint of what it was done with, so that another key is another step. None holds a secret.
 */

/** The rotation that is under way. */
export function openStep(place: RotationPlace): StepKey<OpenRotation> {
  return stepKey(`${journalPlace(place)} rotation`, openRotationShape);
}

/** What replaces an App's key: brought, and proved to belong there. */
export function replacementStep(
  place: RotationPlace,
  credential: AppCredential,
): StepKey<Replacement> {
  return stepKey(`${journalPlace(place)} ${credential} replacement`, replacementShape);
}

/** What replaces the PAT. */
export function patReplacementStep(place: RotationPlace): StepKey<PatReplacement> {
  return stepKey(`${journalPlace(place)} pat replacement`, patReplacementShape);
}

interface StageResults {
  /** The key is about to be stored. */
  readonly storing: BegunStore;
  readonly stored: RotationEvidence["stored"];
  /** The consent to a token is written down. */
  readonly recorded: DoneAt;
  /** The old token worked, and is about to be revoked. */
  readonly revoking: DoneAt;
  readonly revoked: Revocation;
}

const stageShapes: ShapesOf<StageResults> = {
  storing: begunStoreShape,
  stored: evidenceShapes.stored,
  recorded: doneAtShape,
  revoking: doneAtShape,
  revoked: evidenceShapes.revoked,
};

/** One stage that is over, for one replacement; for the old token itself where it is being revoked. */
export function stageStep<S extends keyof StageResults>(
  place: RotationPlace,
  stage: S,
  of: { readonly credential: StoredCredential; readonly fingerprint: string },
): StepKey<StageResults[S]> {
  const id = `${journalPlace(place)} ${of.credential} ${stage} ${of.fingerprint}`;
  return stepKey(id, stageShapes[stage]);
}

interface ProofResults {
  /** By the first run. */
  readonly seen: SeenApps;
  /** In all runs. */
  readonly validated: readonly ValidationRun[];
  /** In the end. */
  readonly rechecked: Recheck;
}

const proofShapes: ShapesOf<ProofResults> = {
  seen: seenAppsShape,
  validated: runsShape,
  rechecked: recheckShape,
};

/** What was seen of the Apps' new keys where they are stored. */
export function proofStep<W extends keyof ProofResults>(
  place: RotationPlace,
  what: W,
  fingerprints: readonly string[],
): StepKey<ProofResults[W]> {
  return stepKey(`${journalPlace(place)} ${what} ${fingerprints.join(",")}`, proofShapes[what]);
}

interface PatProofResults {
  readonly seen: SeenRun;
  readonly validated: readonly ValidationRun[];
  readonly rechecked: RotationEvidence["rechecked"];
}

const patProofShapes: ShapesOf<PatProofResults> = {
  seen: seenRunShape,
  validated: runsShape,
  rechecked: evidenceShapes.rechecked,
};

/** What was seen of the new token where it is stored. */
export function patProofStep<W extends keyof PatProofResults>(
  place: RotationPlace,
  what: W,
  fingerprint: string,
): StepKey<PatProofResults[W]> {
  return stepKey(`${journalPlace(place)} ${what} ${fingerprint}`, patProofShapes[what]);
}

/** A review run that succeeded with these replacements. */
export function reviewStep(
  place: RotationPlace,
  operation: string,
  fingerprints: readonly string[],
): StepKey<ValidationRun> {
  return stepKey(
    `${journalPlace(place)} review of ${operation} with ${fingerprints.join(",")}`,
    runShape,
  );
}

/** The record of a rotation that is over. It stays in the journal. */
export function recordStep(place: RotationPlace, startedAt: string): StepKey<RotationOutcome> {
  return stepKey(`${journalPlace(place)} rotated ${startedAt}`, outcomeShape);
}

/** The record of a rotation that was given up: it stands where that of its end would. */
export function abandonedStep(place: RotationPlace, startedAt: string): StepKey<AbandonedRotation> {
  return stepKey(recordStep(place, startedAt).id, abandonedRotationShape);
}

/** The same for one whose beginning cannot be read: when it was given up is all that is known. */
export function damagedStep(place: RotationPlace, abandonedAt: string): StepKey<AbandonedSteps> {
  return stepKey(recordStep(place, abandonedAt).id, abandonedStepsShape);
}

/** Whether a step belongs to the rotation that is under way, and goes when it is over. */
export function isOfOpenRotation(place: RotationPlace, id: string): boolean {
  return (
    id.startsWith(`${journalPlace(place)} `) && !id.startsWith(`${journalPlace(place)} rotated `)
  );
}

type ShapesOf<Results> = {
  readonly [Name in keyof Results]: v.GenericSchema<unknown, Results[Name]>;
};
