import type { OpenRotation, Replacement } from "../../src/plane/rotate/journal-results.ts";
import type { Rotation, RotationStage } from "../../src/plane/rotate/rotation.ts";
import type { AppSubject } from "../setup/app-subject.ts";

/** The rotation of one App's key, at a given stage. */
export interface KeyRotation<S extends RotationStage> extends KeySubject {
  readonly replacement: Replacement;
  readonly rotation: Rotation<S>;
}

/** The App whose key is rotated. */
export interface KeySubject extends Omit<AppSubject, "ceiling"> {
  readonly open: OpenRotation;
}
