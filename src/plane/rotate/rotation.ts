import type { StoredCredential } from "../../credentials/credential.ts";
import { Incomplete } from "../../shared/errors.ts";

/** Stages in the order of the specification. A credential passes each stage exactly once. */
export const rotationStages = [
  "begun",
  "proved",
  "stored",
  "validated",
  "revoked",
  "rechecked",
] as const;
export type RotationStage = (typeof rotationStages)[number];

/**
 * Evidence for each stage. Fingerprints distinguish credentials and are not secret; times are ISO
 * 8601.
 */
export interface RotationEvidence {
  readonly begun: { readonly at: string };
  /** Evidence that the replacement belongs to the same App or account. */
  readonly proved: ReplacementProof;
  readonly stored: { readonly at: string; readonly fingerprint: string };
  readonly validated: Validation;
  readonly revoked: Revocation;
  readonly rechecked: { readonly at: string; readonly findings: readonly string[] };
}

interface ReplacementProof {
  readonly at: string;
  readonly fingerprint: string;
  /** Fingerprint of the old credential, if available. */
  readonly previousFingerprint?: string;
}

/** One run that used the stored replacement. */
export interface ValidationRun {
  readonly what: string;
  readonly link: string;
  readonly hasPassed: boolean;
}

interface Validation {
  readonly at: string;
  readonly fingerprint: string;
  readonly runs: readonly ValidationRun[];
}

/** `seen`: the forge rejects the old credential. `word`: a person reported the revocation. */
export interface Revocation {
  readonly at: string;
  readonly by: string;
  readonly how: "seen" | "reported";
  /** Fingerprint of the old credential; undefined if it was not available. */
  readonly fingerprint?: string;
}

type Previous = {
  readonly proved: "begun";
  readonly stored: "proved";
  readonly validated: "stored";
  readonly revoked: "validated";
  readonly rechecked: "revoked";
};
export type LaterStage = keyof Previous;

declare const hasReached: unique symbol;

/**
 * A rotation at a given stage. Only `beginRotation` and `advance` create one. Therefore, a function
 * that requires a `Rotation<"validated">` cannot be called before the replacement is verified.
 */
export interface Rotation<S extends RotationStage = RotationStage> {
  readonly credential: StoredCredential;
  readonly stage: S;
  readonly evidence: Readonly<Partial<RotationEvidence>>;
  readonly [hasReached]: S;
}

/**
 * Thrown if a step is out of order or its evidence belongs to another credential. Nothing was
 * changed.
 */
export class RotationRefused extends Incomplete {}

export function beginRotation(
  credential: StoredCredential,
  begun: RotationEvidence["begun"],
): Rotation<"begun"> {
  return { credential, stage: "begun", evidence: { begun } } as unknown as Rotation<"begun">;
}

/**
 * Advances a rotation to its next stage.
 *
 * @throws RotationRefused
 */
export function advance<S extends LaterStage>(
  rotation: Rotation<Previous[S]>,
  stage: S,
  evidence: RotationEvidence[S],
): Rotation<S> {
  const verdict = evaluateAdvance(rotation, { stage, evidence } as RotationEvent);
  if (!verdict.isAllowed) {
    throw new RotationRefused(
      `The rotation of ${rotation.credential} cannot continue: ${verdict.reason}.`,
      startOver,
    );
  }
  const all = { ...rotation.evidence, [stage]: evidence };
  return { ...rotation, stage, evidence: all } as unknown as Rotation<S>;
}

const startOver = [
  { text: "Run rotate again, or add --start-over to discard this rotation and begin a new one" },
];

export type RotationEvent = {
  [S in LaterStage]: { readonly stage: S; readonly evidence: RotationEvidence[S] };
}[LaterStage];

export type AdvanceVerdict =
  { readonly isAllowed: true } | { readonly isAllowed: false; readonly reason: string };

/** Determines whether a rotation can advance now, and if not, why. */
export function evaluateAdvance(rotation: Rotation, event: RotationEvent): AdvanceVerdict {
  const at = rotationStages.indexOf(rotation.stage);
  const due = rotationStages[at + 1];
  if (due === undefined) return refuse("it is already complete");
  if (event.stage !== due) {
    return refuse(
      `its stage is ${rotation.stage}, so the next stage is ${due}, not ${event.stage}`,
    );
  }
  const reason = refuseEvidence(rotation.evidence.proved, event);
  return reason === undefined ? { isAllowed: true } : refuse(reason);
}

function refuse(reason: string): AdvanceVerdict {
  return { isAllowed: false, reason };
}

/**
 * Rejects evidence for a credential other than the verified replacement, and a revocation of the
 * replacement itself.
 */
function refuseEvidence(
  proof: ReplacementProof | undefined,
  { stage, evidence }: RotationEvent,
): string | undefined {
  switch (stage) {
    case "proved":
      return evidence.previousFingerprint === evidence.fingerprint
        ? "the replacement is identical to the old credential"
        : undefined;
    case "stored":
      return evidence.fingerprint === proof?.fingerprint
        ? undefined
        : "the stored credential is not the verified one";
    case "validated":
      return refuseValidation(proof, evidence);
    case "revoked":
      return evidence.fingerprint === proof?.fingerprint
        ? "it would revoke the replacement"
        : undefined;
    case "rechecked":
      return evidence.findings.length === 0 ? "nothing was rechecked" : undefined;
  }
}

function refuseValidation(proof: ReplacementProof | undefined, { fingerprint, runs }: Validation) {
  if (fingerprint !== proof?.fingerprint) return "the validated credential is not the verified one";
  if (runs.length === 0) return "no run has used the replacement";
  const failed = runs.filter(({ hasPassed }) => !hasPassed).map(({ what }) => what);
  return failed.length === 0 ? undefined : `not every run succeeded: ${failed.join(", ")}`;
}
