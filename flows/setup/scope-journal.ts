import type { Journal } from "../../src/prompts/journal.ts";
import { journalPlace } from "../../src/plane/repository/journal-place.ts";
import { restoreFrom, recordIn } from "../../src/prompts/restore-from.ts";
import { doneKey } from "../../src/shared/step-key.ts";
import type { StepKey } from "../../src/shared/step-key.ts";
import type { ControlPlace } from "../shared/control-place.ts";

/**
 * Prepares the setup's journal for a run that starts with the scope. Completed steps stay recorded,
 * and earlier answers are discarded. A run that was stopped before its scope was decided is resumed
 * with its answers.
 */
export async function beginScope(journal: Journal, place: ControlPlace): Promise<void> {
  const key = underWay(place);
  if (restoreFrom(journal)(key)) return;
  await journal.setAnswers([]);
  await recordIn(journal, key, true);
}

/** Ends the work on a scope: the next run for it asks all questions again. */
export async function forgetScope(journal: Journal, place: ControlPlace): Promise<void> {
  const { id } = underWay(place);
  if (journal.step(id) !== undefined) await journal.forgetStep(id);
}

/** Set while a run for the scope has not yet decided which scope to use. */
export function underWay(place: ControlPlace): StepKey<true> {
  return doneKey(`${journalPlace(place)} scope under way`);
}
