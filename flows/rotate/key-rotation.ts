import type { OpenRotation, Replacement } from "../../src/control/rotation/journal-results.ts";
import type { Rotation, RotationStage } from "../../src/control/rotation/rotation.ts";
import type { Readiness } from "../../src/control/setup/preflight.ts";
import type { AppRole } from "../../src/credentials/apps/ceilings.ts";

/** The rotation of one App's key, and how far it has come. */
export interface KeyRotation<S extends RotationStage> extends KeySubject {
  readonly replacement: Replacement;
  readonly rotation: Rotation<S>;
}

/** Whose key is rotated. */
export interface KeySubject {
  readonly role: AppRole;
  readonly ready: Readiness;
  readonly open: OpenRotation;
}
