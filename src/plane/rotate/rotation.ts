import type { StoredCredential } from "../../credentials/credential.ts";
import { Incomplete } from "../../shared/errors.ts";

/** The order of the specification. A credential passes each stage once, and none is passed over. */
export const rotationStages = [
  "begun",
  "proved",
  "stored",
  "validated",
  "revoked",
  "rechecked",
] as const;
export type RotationStage = (typeof rotationStages)[number];

/** What a stage rests on. Fingerprints tell credentials apart and are not secret; times are ISO 8601. */
export interface RotationEvidence {
  readonly begun: { readonly at: string };
  /** The replacement belongs where the old one did. */
  readonly proved: ReplacementProof;
  readonly stored: { readonly at: string; readonly fingerprint: string };
  readonly validated: Validation;
  readonly revoked: Revocation;
  readonly rechecked: { readonly at: string; readonly findings: readonly string[] };
}

interface ReplacementProof {
  readonly at: string;
  readonly fingerprint: string;
  /** Of the credential that is replaced, where it is at hand. */
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

/** `seen`: the forge refuses the old credential. `word`: somebody says that they revoked it. */
export interface Revocation {
  readonly at: string;
  readonly by: string;
  readonly how: "seen" | "word";
  /** Of the old credential; unknown where it was not at hand. */
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

declare const hasComeTo: unique symbol;

/**
 * A rotation that has come to a stage. Only `beginRotation` and `advance` make one, so that whoever asks for a
 * `Rotation<"validated">` cannot be called before the replacement was seen to work.
 */
export interface Rotation<S extends RotationStage = RotationStage> {
  readonly credential: StoredCredential;
  readonly stage: S;
  readonly evidence: Readonly<Partial<RotationEvidence>>;
  readonly [hasComeTo]: S;
}

/** A step out of its order, or with evidence of another credential. Nothing was done. */
export class RotationRefused extends Incomplete {}

export function beginRotation(
  credential: StoredCredential,
  begun: RotationEvidence["begun"],
): Rotation<"begun"> {
  return { credential, stage: "begun", evidence: { begun } } as unknown as Rotation<"begun">;
}

/** Takes a rotation to its next stage. @throws RotationRefused */
export function advance<S extends LaterStage>(
  rotation: Rotation<Previous[S]>,
  stage: S,
  evidence: RotationEvidence[S],
): Rotation<S> {
  const verdict = evaluateAdvance(rotation, { stage, evidence } as RotationEvent);
  if (!verdict.isAllowed) {
    throw new RotationRefused(
      `The rotation of ${rotation.credential} stops: ${verdict.because}.`,
      startOver,
    );
  }
  const all = { ...rotation.evidence, [stage]: evidence };
  return { ...rotation, stage, evidence: all } as unknown as Rotation<S>;
}

const startOver = [
  { say: "Run rotate again; with --start-over it forgets this rotation and begins another" },
];

/** A stage with its evidence. */
export type RotationEvent = {
  [S in LaterStage]: { readonly stage: S; readonly evidence: RotationEvidence[S] };
}[LaterStage];

export type AdvanceVerdict =
  { readonly isAllowed: true } | { readonly isAllowed: false; readonly because: string };

/** Whether a rotation may take a step now, and why not. */
export function evaluateAdvance(rotation: Rotation, event: RotationEvent): AdvanceVerdict {
  const at = rotationStages.indexOf(rotation.stage);
  const due = rotationStages[at + 1];
  if (due === undefined) return refuse("it is over");
  if (event.stage !== due) {
    return refuse(`it is ${rotation.stage}, and next it has to be ${due}, not ${event.stage}`);
  }
  const because = refuseEvidence(rotation.evidence.proved, event);
  return because === undefined ? { isAllowed: true } : refuse(because);
}

function refuse(because: string): AdvanceVerdict {
  return { isAllowed: false, because };
}

/** Evidence counts only for the replacement that was proved, and a revocation never for that one. */
function refuseEvidence(
  proof: ReplacementProof | undefined,
  { stage, evidence }: RotationEvent,
): string | undefined {
  switch (stage) {
    case "proved":
      return evidence.previousFingerprint === evidence.fingerprint
        ? "the replacement is the old one again"
        : undefined;
    case "stored":
      return evidence.fingerprint === proof?.fingerprint
        ? undefined
        : "another one was stored than the one that was proved";
    case "validated":
      return refuseValidation(proof, evidence);
    case "revoked":
      return evidence.fingerprint === proof?.fingerprint
        ? "it is the replacement that would be revoked"
        : undefined;
    case "rechecked":
      return evidence.findings.length === 0 ? "nothing was rechecked" : undefined;
  }
}

function refuseValidation(proof: ReplacementProof | undefined, { fingerprint, runs }: Validation) {
  if (fingerprint !== proof?.fingerprint) return "another one was validated than the one stored";
  if (runs.length === 0) return "no run has used the replacement";
  const failed = runs.filter(({ hasPassed }) => !hasPassed).map(({ what }) => what);
  return failed.length === 0 ? undefined : `not every run succeeded: ${failed.join(", ")}`;
}
