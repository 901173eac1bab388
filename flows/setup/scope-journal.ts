import type { Journal } from "../../src/prompts/journal.ts";
import { journalLocation } from "../../src/plane/repository/journal-location.ts";
import { restoreFrom, recordIn } from "../../src/prompts/restore-from.ts";
import { doneKey } from "../../src/shared/step-key.ts";
import type { StepKey } from "../../src/shared/step-key.ts";
import type { ControlLocation } from "../shared/control-location.ts";

/**
 * Prepares the setup's journal for a run that starts with the scope. Completed steps stay recorded,
 * and earlier answers are discarded. A run that was stopped before its scope was decided is resumed
 * with its answers.
 */
export async function beginScope(journal: Journal, location: ControlLocation): Promise<void> {
  const key = underWay(location);
  if (restoreFrom(journal)(key)) return;
  await journal.setAnswers([]);
  await recordIn(journal, key, true);
}

/**
 * Clears the marker of unfinished work on a scope, so that the next run for the scope asks all
 * questions again.
 */
export async function forgetScope(journal: Journal, location: ControlLocation): Promise<void> {
  const { id } = underWay(location);
  if (journal.step(id) !== undefined) await journal.forgetStep(id);
}

/**
 * Returns the step key that marks an unfinished run for the scope. It is set until the run has
 * determined which scope to use.
 */
export function underWay(location: ControlLocation): StepKey<true> {
  return doneKey(`${journalLocation(location)} scope under way`);
}
