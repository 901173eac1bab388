import type { Journal } from "./journal.ts";
import type { Prompter } from "./prompter.ts";

/**
 * Keeps a copy of a journal that another version of gatehouse wrote, and informs the operator about
 * the copy.
 */
export async function reportOlderJournal(
  prompter: Pick<Prompter, "note">,
  journal: Journal,
): Promise<void> {
  if (journal.olderCopy === undefined) return;
  await journal.save();
  await prompter.note({
    id: "older-journal",
    title: "This run was started by another version of gatehouse.",
    body: [
      "All questions are asked again. gatehouse checks which resources already exist before it creates any. The earlier answers are kept in:",
      journal.olderCopy,
    ],
  });
}
