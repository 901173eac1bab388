import * as v from "valibot";
import { appRoles } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { storedCredentials } from "../../credentials/credential.ts";
import type { StoredCredential } from "../../credentials/credential.ts";
import type { Rotation, RotationEvidence, RotationStage } from "./rotation.ts";

/*
 * What a rotation's journal keeps of its steps, each with the shape that it is read by. The journal is a file that
 * anybody may have changed: a result in another shape is not there.
 */

const text = v.string();
/** ISO 8601. */
const time = v.pipe(text, v.isoTimestamp());

/** A rotation that was begun. It is one until its record is written. */
export interface OpenRotation {
  readonly startedAt: string;
  /** Who began it. */
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

/** A new key that was proved to be the App's. */
export interface Replacement {
  readonly clientId: string;
  readonly slug: string;
  /** When it was proved. ISO 8601. */
  readonly at: string;
  readonly fingerprint: string;
  /** The keeper's id of the key: found only by the process that took it in. */
  readonly keyId: string;
  /** The fingerprint of the key that it replaces, as far as this machine knows. */
  readonly former?: string;
  /** The key that it replaces, where that one is at hand and works. */
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

/** A new token that was proved to reach no more than the old one may. */
export interface PatReplacement {
  readonly at: string;
  readonly fingerprint: string;
  /** The keeper's id of the token: found only by the process that took it in. */
  readonly tokenId: string;
  /** Whose token it is. */
  readonly login: string;
  readonly expiresAt: string;
  /** What its operator agreed to. */
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

/** What the stages of a rotation rest on. */
export const evidenceShapes = {
  begun: v.object({ at: time }),
  proved: v.object({ at: time, fingerprint: text, previousFingerprint: v.exactOptional(text) }),
  stored: v.object({ at: time, fingerprint: text }),
  validated: v.object({ at: time, fingerprint: text, runs: runsShape }),
  revoked: v.object({
    at: time,
    by: text,
    how: v.picklist(["seen", "word"]),
    fingerprint: v.exactOptional(text),
  }),
  rechecked: v.object({ at: time, findings: v.array(text) }),
} satisfies { [S in RotationStage]: v.GenericSchema<unknown, RotationEvidence[S]> };

/** That something was done, and when. ISO 8601. */
export interface DoneAt {
  readonly at: string;
}

export const doneAtShape = v.object({ at: time });

/** That a key is about to be stored: until it is known to be, either may be in the secret. */
export interface BegunStore extends DoneAt {
  /** When the forge said that the secret was stored last, before that. */
  readonly before?: string;
}

export const begunStoreShape = v.object({ at: time, before: v.exactOptional(text) });

/** What the first run with the new token saw. */
export interface SeenRun extends DoneAt {
  readonly runLink: string;
}

export const seenRunShape = v.object({ at: time, runLink: text });

/** What the first run with the new keys saw, for comparison with the last. */
export interface SeenApps extends SeenRun {
  /** The digest of the repositories that each App covered; an App that could not be used is left out. */
  readonly repositories: Readonly<Partial<Record<AppRole, string>>>;
}

export const seenAppsShape = v.object({
  at: time,
  runLink: text,
  repositories: v.object({ read: v.exactOptional(text), write: v.exactOptional(text) }),
});

/** How one App stands after the rotation. */
export interface RecheckedApp {
  readonly role: AppRole;
  readonly isProved: boolean;
  readonly say: string;
}

export interface Recheck {
  readonly at: string;
  readonly runLink: string;
  readonly apps: readonly RecheckedApp[];
}

export const recheckShape = v.object({
  at: time,
  runLink: text,
  apps: v.array(v.object({ role: v.picklist(appRoles), isProved: v.boolean(), say: text })),
});

/** What a rotation ends with: the record that stays in the journal. It holds nothing secret. */
export interface RotationOutcome extends OpenRotation {
  readonly endedAt: string;
  readonly rotations: readonly Pick<Rotation<"rechecked">, "credential" | "evidence">[];
  /** How both Apps stood in the end; undefined when only the PAT was rotated. */
  readonly recheck?: Recheck | undefined;
}

/** Whether both Apps were seen to be as they should be; a token alone has been tried by then. */
export function isRotationComplete({ recheck }: Pick<RotationOutcome, "recheck">): boolean {
  return recheck?.apps.every(({ isProved }) => isProved) ?? true;
}

export const outcomeShape = v.object({
  ...open,
  endedAt: time,
  rotations: v.array(v.object({ credential, evidence: v.object(evidenceShapes) })),
  recheck: v.optional(recheckShape),
});

/** What is left of a rotation whose first step cannot be read any more. */
export interface AbandonedSteps {
  readonly abandonedAt: string;
  /** The ids of the steps that were finished. */
  readonly steps: readonly string[];
}

const abandoned = { abandonedAt: time, steps: v.array(text) };
export const abandonedStepsShape = v.object(abandoned);

/** A rotation that was given up for another one. */
export interface AbandonedRotation extends OpenRotation, AbandonedSteps {}

export const abandonedRotationShape = v.object({ ...open, ...abandoned });
