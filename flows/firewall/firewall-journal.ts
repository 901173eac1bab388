import type { Journal } from "../../src/prompts/journal.ts";

/** Answers about a trial run are of the run that they were given in: nobody runs a command again unasked. */
export async function forgetTrial(journal: Journal): Promise<void> {
  const answers = journal.answers();
  const first = answers.findIndex(({ id }) => id.startsWith("trial"));
  if (first >= 0) await journal.setAnswers(answers.slice(0, first));
}

/** What is done is in the rules file: another setup begins with that. */
export async function forgetSetup(journal: Journal): Promise<void> {
  await journal.setAnswers([]);
  const done = Array.from(journal.steps().keys());
  for (const id of done) await journal.forgetStep(id);
}
