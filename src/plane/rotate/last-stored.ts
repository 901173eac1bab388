import type { AppCredential } from "../../credentials/credential.ts";
import { damagedStep, recordStep, stageStep } from "./journal-steps.ts";
import type { RotationPlace } from "./journal-steps.ts";

/** A key stored by a rotation. */
interface RotatedKey {
  readonly fingerprint: string;
  /** Time of storing, or of the abandonment of the rotation (ISO 8601). */
  readonly at: string;
}

/**
 * "not known" if the rotation stopped while storing a key: its steps do not show whether the key
 * was stored.
 */
export type LastStored = RotatedKey | "not known" | undefined;

/**
 * Finds the key that the last rotation stored for an App, whether the rotation is in progress,
 * completed or abandoned.
 *
 * @param steps steps of a rotation's journal, in order
 */
export function findLastStored(
  steps: ReadonlyMap<string, unknown>,
  place: RotationPlace,
  credential: AppCredential,
): LastStored {
  const underWay = findLastStep([...steps.keys()], place, credential);
  if (underWay?.stage === "storing") return "not known";
  if (underWay) {
    const { fingerprint } = underWay;
    const stored = stageStep(place, "stored", { credential, fingerprint });
    const found = stored.read(steps.get(stored.id));
    if (found) return found;
  }
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
): LastStored {
  const outcome = recordStep(place, begun).read(found);
  if (outcome) {
    return outcome.rotations.find((each) => each.credential === credential)?.evidence.stored;
  }
  const left = damagedStep(place, begun).read(found);
  const last = left && findLastStep(left.steps, place, credential);
  if (!left || !last) return undefined;
  const { stage, fingerprint } = last;
  return stage === "storing" ? "not known" : { fingerprint, at: left.abandonedAt };
}

/** Finds the last step of storing a key: started or completed. */
function findLastStep(
  ids: readonly string[],
  place: RotationPlace,
  credential: AppCredential,
): { readonly stage: "storing" | "stored"; readonly fingerprint: string } | undefined {
  const stages = (["storing", "stored"] as const).map((stage) => ({
    stage,
    prefix: stageStep(place, stage, { credential, fingerprint: "" }).id,
  }));
  return ids
    .flatMap((id) => {
      const found = stages.find(({ prefix }) => id.startsWith(prefix));
      return found ? [{ stage: found.stage, fingerprint: id.slice(found.prefix.length) }] : [];
    })
    .at(-1);
}
