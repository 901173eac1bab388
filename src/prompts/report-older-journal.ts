import type { Journal } from "./journal.ts";
import type { Prompter } from "./prompter.ts";

/** Keeps a copy of a journal that another version of gatehouse wrote, and informs the operator. */
export async function reportOlderJournal(
  prompter: Pick<Prompter, "note">,
  journal: Journal,
): Promise<void> {
  if (journal.olderCopy === undefined) return;
  await journal.save();
  await prompter.note({
    id: "older-journal",
    title: "Another version of gatehouse started this run.",
    body: [
      "Every question is asked again, and what exists is checked before anything is created. The earlier answers are kept:",
      journal.olderCopy,
    ],
  });
}
