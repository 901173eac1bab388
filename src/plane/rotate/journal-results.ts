import * as v from "valibot";
import { appRoles } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { storedCredentials } from "../../credentials/credential.ts";
import type { StoredCredential } from "../../credentials/credential.ts";
import type { Rotation, RotationEvidence, RotationStage } from "./rotation.ts";

/*
 * The results of a rotation's steps in the journal, with their shapes. Other programs can change
 * the journal file, so a result with an invalid shape counts as missing.
 */

const text = v.string();
/** A time (ISO 8601). */
const time = v.pipe(text, v.isoTimestamp());

/** A rotation in progress. The rotation is open until its record is written. */
export interface OpenRotation {
  readonly startedAt: string;
  /** Account that started the rotation. */
  readonly by: string;
  readonly credentials: readonly StoredCredential[];
}

const credential = v.picklist(storedCredentials);
const open = {
  startedAt: time,
  by: text,
  credentials: v.pipe(v.array(credential), v.nonEmpty()),
};
export const openRotationShape = v.object(open);

/** A new key that was verified to belong to the App. */
export interface Replacement {
  readonly clientId: string;
  readonly slug: string;
  /** Time of the verification (ISO 8601). */
  readonly at: string;
  readonly fingerprint: string;
  /** ID of the key in the secret vault. Only the process that accepted the key can find it. */
  readonly keyId: string;
  /** Fingerprint of the previous key; undefined if it is not known on this machine. */
  readonly former?: string;
  /** The previous key, if it is available and works. */
  readonly previous?: { readonly fingerprint: string; readonly keyId: string };
}

export const replacementShape = v.object({
  clientId: text,
  slug: text,
  at: time,
  fingerprint: text,
  keyId: text,
  former: v.exactOptional(text),
  previous: v.exactOptional(v.object({ fingerprint: text, keyId: text })),
});

/** A new token that was verified to cover no more than the earlier consent. */
export interface PatReplacement {
  readonly at: string;
  readonly fingerprint: string;
  /** ID of the token in the secret vault. Only the process that accepted the token can find it. */
  readonly tokenId: string;
  /** Account to which the token belongs. */
  readonly login: string;
  readonly expiresAt: string;
  /** Terms of the operator's consent to the PAT. */
  readonly agreement: {
    readonly resourceOwner: string;
    readonly repositories: readonly string[];
    readonly lifetimeDays: number;
    readonly rotationOwner: string;
  };
}

export const patReplacementShape = v.object({
  at: time,
  fingerprint: text,
  tokenId: text,
  login: text,
  expiresAt: time,
  agreement: v.object({
    resourceOwner: text,
    repositories: v.array(text),
    lifetimeDays: v.number(),
    rotationOwner: text,
  }),
});

export const runShape = v.object({ what: text, link: text, hasPassed: v.boolean() });
export const runsShape = v.pipe(v.array(runShape), v.nonEmpty());

export const evidenceShapes = {
  begun: v.object({ at: time }),
  proved: v.object({ at: time, fingerprint: text, previousFingerprint: v.exactOptional(text) }),
  stored: v.object({ at: time, fingerprint: text }),
  validated: v.object({ at: time, fingerprint: text, runs: runsShape }),
  revoked: v.object({
    at: time,
    by: text,
    how: v.picklist(["seen", "reported"]),
    fingerprint: v.exactOptional(text),
  }),
  rechecked: v.object({ at: time, findings: v.array(text) }),
} satisfies { [S in RotationStage]: v.GenericSchema<unknown, RotationEvidence[S]> };

/** The time of a completed step (ISO 8601). */
export interface DoneAt {
  readonly at: string;
}

export const doneAtShape = v.object({ at: time });

/**
 * A key that is about to be stored. Until the result is known, the secret may contain the old key
 * or the new key.
 */
export interface BegunStore extends DoneAt {
  /** Date on which the secret was stored before this attempt, according to GitHub. */
  readonly before?: string;
}

export const begunStoreShape = v.object({ at: time, before: v.exactOptional(text) });

/** Result of the first run with the new token. */
export interface SeenRun extends DoneAt {
  readonly runLink: string;
}

export const seenRunShape = v.object({ at: time, runLink: text });

/** Result of the first run with the new keys, to be compared with the last run. */
export interface SeenApps extends SeenRun {
  /**
   * Digest of the repositories that each App covered; omitted for an App that could not be used.
   */
  readonly repositories: Readonly<Partial<Record<AppRole, string>>>;
}

export const seenAppsShape = v.object({
  at: time,
  runLink: text,
  repositories: v.object({ read: v.exactOptional(text), write: v.exactOptional(text) }),
});

/** The state of one App after the rotation. */
export interface RecheckedApp {
  readonly role: AppRole;
  readonly isProved: boolean;
  readonly text: string;
}

export interface Recheck {
  readonly at: string;
  readonly runLink: string;
  readonly apps: readonly RecheckedApp[];
}

export const recheckShape = v.object({
  at: time,
  runLink: text,
  apps: v.array(v.object({ role: v.picklist(appRoles), isProved: v.boolean(), text })),
});

/**
 * The result of a rotation, which stays in the journal as its record. It does not contain any
 * secrets.
 */
export interface RotationOutcome extends OpenRotation {
  readonly endedAt: string;
  readonly rotations: readonly Pick<Rotation<"rechecked">, "credential" | "evidence">[];
  /** The state of both Apps at the end of the rotation; undefined if only the PAT was rotated. */
  readonly recheck?: Recheck | undefined;
}

/**
 * Returns whether both Apps passed the recheck. A token does not need a recheck, because it has
 * already been tested.
 */
export function isRotationComplete({ recheck }: Pick<RotationOutcome, "recheck">): boolean {
  return recheck?.apps.every(({ isProved }) => isProved) ?? true;
}

export const outcomeShape = v.object({
  ...open,
  endedAt: time,
  rotations: v.array(v.object({ credential, evidence: v.object(evidenceShapes) })),
  recheck: v.optional(recheckShape),
});

/** The steps of a rotation whose first step is unreadable. */
export interface AbandonedSteps {
  readonly abandonedAt: string;
  /** IDs of the completed steps of the rotation. */
  readonly steps: readonly string[];
}

const abandoned = { abandonedAt: time, steps: v.array(text) };
export const abandonedStepsShape = v.object(abandoned);

/** A rotation that was abandoned in favor of a new one. */
export interface AbandonedRotation extends OpenRotation, AbandonedSteps {}

export const abandonedRotationShape = v.object({ ...open, ...abandoned });
