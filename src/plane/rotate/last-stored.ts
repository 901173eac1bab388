import type { AppCredential } from "../../credentials/credential.ts";
import { damagedStep, recordStep, stageStep } from "./journal-steps.ts";
import type { RotationLocation } from "./journal-steps.ts";

/** A key stored by a rotation. */
interface RotatedKey {
  readonly fingerprint: string;
  /** Time when the key was stored or the rotation was abandoned (ISO 8601). */
  readonly at: string;
}

/**
 * "not known" if the rotation stopped while it was storing a key, because its steps then do not
 * show whether the key was stored.
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
  location: RotationLocation,
  credential: AppCredential,
): LastStored {
  const underWay = findLastStep([...steps.keys()], location, credential);
  if (underWay?.stage === "storing") return "not known";
  if (underWay) {
    const { fingerprint } = underWay;
    const stored = stageStep(location, "stored", { credential, fingerprint });
    const found = stored.read(steps.get(stored.id));
    if (found) return found;
  }
  const prefix = recordStep(location, "").id;
  return [...steps]
    .filter(([id]) => id.startsWith(prefix))
    .map(([id, found]) =>
      readStored(found, location, { credential, begun: id.slice(prefix.length) }),
    )
    .findLast((stored) => stored !== undefined);
}

function readStored(
  found: unknown,
  location: RotationLocation,
  { credential, begun }: { credential: AppCredential; begun: string },
): LastStored {
  const outcome = recordStep(location, begun).read(found);
  if (outcome) {
    return outcome.rotations.find((each) => each.credential === credential)?.evidence.stored;
  }
  const left = damagedStep(location, begun).read(found);
  const last = left && findLastStep(left.steps, location, credential);
  if (!left || !last) return undefined;
  const { stage, fingerprint } = last;
  return stage === "storing" ? "not known" : { fingerprint, at: left.abandonedAt };
}

/** Finds the last journal step that stores a key, whether the step is started or completed. */
function findLastStep(
  ids: readonly string[],
  location: RotationLocation,
  credential: AppCredential,
): { readonly stage: "storing" | "stored"; readonly fingerprint: string } | undefined {
  const stages = (["storing", "stored"] as const).map((stage) => ({
    stage,
    prefix: stageStep(location, stage, { credential, fingerprint: "" }).id,
  }));
  return ids
    .flatMap((id) => {
      const found = stages.find(({ prefix }) => id.startsWith(prefix));
      return found ? [{ stage: found.stage, fingerprint: id.slice(found.prefix.length) }] : [];
    })
    .at(-1);
}
