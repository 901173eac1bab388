import type { Journal } from "../../src/asking/journal.ts";

/** What is done is in the definition: another setup begins with that. */
export async function forgetEngine(journal: Journal): Promise<void> {
  await journal.setAnswers([]);
  const done = Array.from(journal.steps().keys());
  for (const id of done) await journal.forgetStep(id);
}
