import { createJournal } from "../../src/prompts/journal.ts";
import type { Journal, JournalHeader } from "../../src/prompts/journal.ts";

/** Creates an in-memory journal for a test. */
export function memoryJournal(header: JournalHeader): Journal {
  return createJournal({ header, answers: [], steps: {} }, { save: () => Promise.resolve() });
}
