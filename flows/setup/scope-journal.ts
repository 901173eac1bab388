import type { Journal } from "../../src/prompts/journal.ts";
import { journalLocation } from "../../src/plane/repository/journal-location.ts";
import { restoreFrom, recordIn } from "../../src/prompts/restore-from.ts";
import { doneKey } from "../../src/shared/step-key.ts";
import type { StepKey } from "../../src/shared/step-key.ts";
import type { ControlLocation } from "../shared/control-location.ts";

/**
 * Prepares the journal for `gatehouse scope`. Completed steps stay recorded, and the answers from
 * an earlier run are discarded, unless that run was stopped before its scope was decided.
 */
export async function beginScope(journal: Journal, location: ControlLocation): Promise<void> {
  const key = underWay(location);
  if (restoreFrom(journal)(key)) return;
  await journal.setAnswers([]);
  await recordIn(journal, key, true);
}

/**
 * Returns the step key that marks an unfinished run for the scope. It is set until the run has
 * determined which scope to use.
 */
export function underWay(location: ControlLocation): StepKey<true> {
  return doneKey(`${journalLocation(location)} scope under way`);
}
