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

/** The control plane of a rotation. */
export interface RotationPlace {
  readonly profile: Pick<HostProfile, "host">;
  readonly repository: RepositoryName;
}

/*
 * The keys of a rotation's completed steps in the journal. Each id begins with the host and
 * contains the fingerprint of the replacement, so another key is another step. No step contains a
 * secret.
 */

/** The rotation in progress. */
export function openStep(place: RotationPlace): StepKey<OpenRotation> {
  return stepKey(`${journalPlace(place)} rotation`, openRotationShape);
}

/** An App's new key, provided by the operator and verified to belong to the App. */
export function replacementStep(
  place: RotationPlace,
  credential: AppCredential,
): StepKey<Replacement> {
  return stepKey(`${journalPlace(place)} ${credential} replacement`, replacementShape);
}

/** The new PAT. */
export function patReplacementStep(place: RotationPlace): StepKey<PatReplacement> {
  return stepKey(`${journalPlace(place)} pat replacement`, patReplacementShape);
}

interface StageResults {
  /** The key is about to be stored. */
  readonly storing: BegunStore;
  readonly stored: RotationEvidence["stored"];
  /** The consent to a token was recorded. */
  readonly recorded: DoneAt;
  /** The old token worked and is about to be revoked. */
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

/**
 * One completed stage for a replacement. For a revocation, the fingerprint is that of the old
 * token.
 */
export function stageStep<S extends keyof StageResults>(
  place: RotationPlace,
  stage: S,
  of: { readonly credential: StoredCredential; readonly fingerprint: string },
): StepKey<StageResults[S]> {
  const id = `${journalPlace(place)} ${of.credential} ${stage} ${of.fingerprint}`;
  return stepKey(id, stageShapes[stage]);
}

interface ProofResults {
  /** Result of the first run. */
  readonly seen: SeenApps;
  /** Results of all runs. */
  readonly validated: readonly ValidationRun[];
  /** Result of the final recheck. */
  readonly rechecked: Recheck;
}

const proofShapes: ShapesOf<ProofResults> = {
  seen: seenAppsShape,
  validated: runsShape,
  rechecked: recheckShape,
};

/** A proof of the Apps' stored new keys. */
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

/** A proof of the stored new token. */
export function patProofStep<W extends keyof PatProofResults>(
  place: RotationPlace,
  what: W,
  fingerprint: string,
): StepKey<PatProofResults[W]> {
  return stepKey(`${journalPlace(place)} ${what} ${fingerprint}`, patProofShapes[what]);
}

/** A successful review run with these replacements. */
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

/** The record of a completed rotation. It stays in the journal. */
export function recordStep(place: RotationPlace, startedAt: string): StepKey<RotationOutcome> {
  return stepKey(`${journalPlace(place)} rotated ${startedAt}`, outcomeShape);
}

/** The record of an abandoned rotation, under the id of a completed one. */
export function abandonedStep(place: RotationPlace, startedAt: string): StepKey<AbandonedRotation> {
  return stepKey(recordStep(place, startedAt).id, abandonedRotationShape);
}

/**
 * The record of an abandoned rotation whose start is unreadable. Only the time of its abandonment
 * is known.
 */
export function damagedStep(place: RotationPlace, abandonedAt: string): StepKey<AbandonedSteps> {
  return stepKey(recordStep(place, abandonedAt).id, abandonedStepsShape);
}

/** Returns whether a step belongs to the rotation in progress, and is deleted when it ends. */
export function isOfOpenRotation(place: RotationPlace, id: string): boolean {
  return (
    id.startsWith(`${journalPlace(place)} `) && !id.startsWith(`${journalPlace(place)} rotated `)
  );
}

type ShapesOf<Results> = {
  readonly [Name in keyof Results]: v.GenericSchema<unknown, Results[Name]>;
};
