import type { AppCredential } from "../../credentials/credential.ts";
import { damagedStep, recordStep, stageStep } from "./journal-steps.ts";
import type { RotationPlace } from "./journal-steps.ts";

/** A key that a rotation stored. */
export interface RotatedKey {
  readonly fingerprint: string;
  /** When it was stored; of a rotation that was given up, when that was. ISO 8601. */
  readonly at: string;
}

/**
 * The key that the last rotation stored for an App: one that was brought to its end, or one that was given up.
 * @param steps of a rotation's journal, in their order
 */
export function findLastStored(
  steps: ReadonlyMap<string, unknown>,
  place: RotationPlace,
  credential: AppCredential,
): RotatedKey | undefined {
  const prefix = recordStep(place, "").id;
  return [...steps]
    .filter(([id]) => id.startsWith(prefix))
    .map(([id, found]) => readStored(found, place, { credential, begun: id.slice(prefix.length) }))
    .findLast((stored) => stored !== undefined);
}

function readStored(
  found: unknown,
  place: RotationPlace,
  { credential, begun }: { credential: AppCredential; begun: string },
): RotatedKey | undefined {
  const outcome = recordStep(place, begun).read(found);
  if (outcome) {
    return outcome.rotations.find((each) => each.credential === credential)?.evidence.stored;
  }
  const left = damagedStep(place, begun).read(found);
  const prefix = stageStep(place, "stored", { credential, fingerprint: "" }).id;
  const id = left?.steps.findLast((step) => step.startsWith(prefix));
  return left && id !== undefined
    ? { fingerprint: id.slice(prefix.length), at: left.abandonedAt }
    : undefined;
}
