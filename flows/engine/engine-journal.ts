import { restoreFrom, recordIn } from "../../src/prompts/restore-from.ts";
import type { Journal } from "../../src/prompts/journal.ts";
import { begunStep } from "../../src/compiler/choice/definition-steps.ts";

/**
 * Deletes the answers of a completed setup, because the definition contains them. Keeps the list of
 * secrets that do not have to be stored again, because only the journal contains it.
 * @param journal must have the absolute path of the definition as its subject
 */
export async function forgetEngine(journal: Journal): Promise<void> {
  await journal.setAnswers([]);
  const key = begunStep(journal.header.subject);
  const begun = restoreFrom(journal)(key);
  const done = Array.from(journal.steps().keys());
  for (const id of done) await journal.forgetStep(id);
  if (begun) await recordIn(journal, key, { definition: [], pipeline: [], settled: begun.settled });
}
