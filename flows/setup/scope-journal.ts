import type { Journal } from "../../src/prompts/journal.ts";
import { journalPlace } from "../../src/plane/repository/journal-place.ts";
import { restoreFrom, recordIn } from "../../src/prompts/restore-from.ts";
import { doneKey } from "../../src/shared/step-key.ts";
import type { StepKey } from "../../src/shared/step-key.ts";
import type { ControlPlace } from "../shared/control-place.ts";

/**
 * Makes the setup's journal ready for a run that is begun for the scope: what an earlier run made is known, and its
 * answers are nobody's; those of a run that was stopped before its scope was settled are gone on from.
 */
export async function beginScope(journal: Journal, place: ControlPlace): Promise<void> {
  const key = underWay(place);
  if (restoreFrom(journal)(key)) return;
  await journal.setAnswers([]);
  await recordIn(journal, key, true);
}

/** Whatever was begun for the scope is over: the next run for it asks anew. */
export async function forgetScope(journal: Journal, place: ControlPlace): Promise<void> {
  const { id } = underWay(place);
  if (journal.step(id) !== undefined) await journal.forgetStep(id);
}

/** There is as long as a run for the scope has not settled which scope it is. */
export function underWay(place: ControlPlace): StepKey<true> {
  return doneKey(`${journalPlace(place)} scope under way`);
}
