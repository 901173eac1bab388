import type { AppCredential } from "../../credentials/credential.ts";
import { damagedStep, recordStep, stageStep } from "./journal-steps.ts";
import type { RotationPlace } from "./journal-steps.ts";

/** A key that a rotation stored. */
interface RotatedKey {
  readonly fingerprint: string;
  /** When it was stored; of a rotation that was given up, when that was. ISO 8601. */
  readonly at: string;
}

/** A rotation may end while it stores a key: then its steps do not tell whether it came to that. */
export type LastStored = RotatedKey | "not known" | undefined;

/**
 * The key that the last rotation stored for an App: one that is under way, that was brought to its end, or given up.
 * @param steps of a rotation's journal, in their order
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

/** What was done last of storing keys: begun, or brought to its end. */
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
