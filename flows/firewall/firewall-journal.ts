import type { Journal } from "../../src/prompts/journal.ts";

/** Deletes the answers about a trial run, so that no command runs again without confirmation. */
export async function forgetTrial(journal: Journal): Promise<void> {
  const answers = journal.answers();
  const first = answers.findIndex(({ id }) => id.startsWith("trial"));
  if (first >= 0) await journal.setAnswers(answers.slice(0, first));
}

/** Deletes the answers of a completed setup, because the rules file contains them. */
export async function forgetSetup(journal: Journal): Promise<void> {
  await journal.setAnswers([]);
  const done = Array.from(journal.steps().keys());
  for (const id of done) await journal.forgetStep(id);
}
