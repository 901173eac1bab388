import { restoreFrom, recordIn } from "../../src/prompts/restore-from.ts";
import type { Journal } from "../../src/prompts/journal.ts";
import { begunStep } from "../../src/compiler/choice/definition-steps.ts";

/**
 * What is done is in the definition: another setup begins with that. Which secrets are settled is nowhere else, and stays.
 * @param journal its subject is the definition's whole path
 */
export async function forgetEngine(journal: Journal): Promise<void> {
  await journal.setAnswers([]);
  const key = begunStep(journal.header.subject);
  const begun = restoreFrom(journal)(key);
  const done = Array.from(journal.steps().keys());
  for (const id of done) await journal.forgetStep(id);
  if (begun) await recordIn(journal, key, { definition: [], pipeline: [], settled: begun.settled });
}
