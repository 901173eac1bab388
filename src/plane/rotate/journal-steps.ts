import type * as v from "valibot";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { journalLocation } from "../repository/journal-location.ts";
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

/** The control plane whose credentials are rotated. */
export interface RotationLocation {
  readonly profile: Pick<HostProfile, "host">;
  readonly repository: RepositoryName;
}

/*
 * The step keys of a rotation in the journal. Each ID begins with the host and contains the
 * fingerprint of the replacement, so a different replacement has its own steps. No step contains a
 * secret.
 */

/** Returns the step key for the rotation in progress. */
export function openStep(location: RotationLocation): StepKey<OpenRotation> {
  return stepKey(`${journalLocation(location)} rotation`, openRotationShape);
}

/**
 * Returns the step key for an App's new key, which the operator provided and which was verified to
 * belong to the App.
 */
export function replacementStep(
  location: RotationLocation,
  credential: AppCredential,
): StepKey<Replacement> {
  return stepKey(`${journalLocation(location)} ${credential} replacement`, replacementShape);
}

/** The new PAT. */
export function patReplacementStep(location: RotationLocation): StepKey<PatReplacement> {
  return stepKey(`${journalLocation(location)} pat replacement`, patReplacementShape);
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
 * Returns the step key for a completed stage of a rotation. The ID contains the replacement's
 * fingerprint; for a revocation, it contains the old token's fingerprint.
 */
export function stageStep<S extends keyof StageResults>(
  location: RotationLocation,
  stage: S,
  of: { readonly credential: StoredCredential; readonly fingerprint: string },
): StepKey<StageResults[S]> {
  const id = `${journalLocation(location)} ${of.credential} ${stage} ${of.fingerprint}`;
  return stepKey(id, stageShapes[stage]);
}

interface ProofResults {
  /** Result of the first run with the new keys. */
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

/** Returns the step key for one result of testing the Apps' new keys after they were stored. */
export function proofStep<W extends keyof ProofResults>(
  location: RotationLocation,
  what: W,
  fingerprints: readonly string[],
): StepKey<ProofResults[W]> {
  return stepKey(
    `${journalLocation(location)} ${what} ${fingerprints.join(",")}`,
    proofShapes[what],
  );
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

/** Returns the step key for one result of testing the new token after it was stored. */
export function patProofStep<W extends keyof PatProofResults>(
  location: RotationLocation,
  what: W,
  fingerprint: string,
): StepKey<PatProofResults[W]> {
  return stepKey(`${journalLocation(location)} ${what} ${fingerprint}`, patProofShapes[what]);
}

/** Returns the step key for a review run that succeeded with the replacements. */
export function reviewStep(
  location: RotationLocation,
  operation: string,
  fingerprints: readonly string[],
): StepKey<ValidationRun> {
  return stepKey(
    `${journalLocation(location)} review of ${operation} with ${fingerprints.join(",")}`,
    runShape,
  );
}

/** Returns the step key for the record of a completed rotation. The record stays in the journal. */
export function recordStep(
  location: RotationLocation,
  startedAt: string,
): StepKey<RotationOutcome> {
  return stepKey(`${journalLocation(location)} rotated ${startedAt}`, outcomeShape);
}

/**
 * Returns the step key for the record of an abandoned rotation. A completed rotation would use the
 * same ID.
 */
export function abandonedStep(
  location: RotationLocation,
  startedAt: string,
): StepKey<AbandonedRotation> {
  return stepKey(recordStep(location, startedAt).id, abandonedRotationShape);
}

/**
 * Returns the step key for the record of an abandoned rotation whose start is unreadable. Its ID
 * contains the time at which the rotation was abandoned, instead of its start.
 */
export function damagedStep(
  location: RotationLocation,
  abandonedAt: string,
): StepKey<AbandonedSteps> {
  return stepKey(recordStep(location, abandonedAt).id, abandonedStepsShape);
}

/**
 * Returns whether a step belongs to the rotation in progress. Such steps are deleted when the
 * rotation ends.
 */
export function isOfOpenRotation(location: RotationLocation, id: string): boolean {
  return (
    id.startsWith(`${journalLocation(location)} `) &&
    !id.startsWith(`${journalLocation(location)} rotated `)
  );
}

type ShapesOf<Results> = {
  readonly [Name in keyof Results]: v.GenericSchema<unknown, Results[Name]>;
};
