import type { Journal } from "../../src/asking/journal.ts";
import { recallFrom } from "../../src/asking/recall-from.ts";
import type { OpenRotation } from "../../src/control/rotation/journal-results.ts";
import {
  abandonedStep,
  isOfOpenRotation,
  openStep,
  recordStep,
} from "../../src/control/rotation/journal-steps.ts";
import type { RotationPlace } from "../../src/control/rotation/journal-steps.ts";

/**
 * Makes a journal ready for a run: a rotation that is under way goes on, with its answers; without one, earlier
 * answers are nobody's. A process that ended just after its last step left a rotation to be closed.
 */
export async function startRotation(
  journal: Journal,
  place: RotationPlace,
  { startOver, now }: { readonly startOver: boolean; readonly now: Date },
): Promise<void> {
  const open = findOpen(journal, place);
  const isRecorded = open && hasRecord(journal, place, open);
  if (open && startOver && !isRecorded) {
    const abandoned = { ...open, abandonedAt: now.toISOString(), steps: stepsOf(journal, place) };
    await journal.finishStep(abandonedStep(place, open.startedAt).id, abandoned);
  }
  if (!open || startOver || isRecorded) await closeRotation(journal, place);
}

/** Forgets the steps and answers of a rotation that is over. Its record stays. */
export async function closeRotation(journal: Journal, place: RotationPlace): Promise<void> {
  const ids = stepsOf(journal, place);
  const first = openStep(place).id;
  // The first step goes last: as long as it is there, the rotation is known.
  for (const id of ids.filter((each) => each !== first)) await journal.forgetStep(id);
  if (journal.answers().length > 0) await journal.setAnswers([]);
  if (ids.includes(first)) await journal.forgetStep(first);
}

/** The rotation that is under way. */
export function findOpen(journal: Journal, place: RotationPlace): OpenRotation | undefined {
  return recallFrom(journal)(openStep(place));
}

/** Whether it is over: brought to its end, or given up. */
function hasRecord(journal: Journal, place: RotationPlace, { startedAt }: OpenRotation): boolean {
  const recall = recallFrom(journal);
  const end = recall(recordStep(place, startedAt)) ?? recall(abandonedStep(place, startedAt));
  return end !== undefined;
}

function stepsOf(journal: Journal, place: RotationPlace): string[] {
  return [...journal.steps().keys()].filter((id) => isOfOpenRotation(place, id));
}
