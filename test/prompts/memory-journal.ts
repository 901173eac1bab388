import { createJournal } from "../../src/prompts/journal.ts";
import type { Journal, JournalHeader } from "../../src/prompts/journal.ts";

/** A journal that ends with the test. */
export function memoryJournal(header: JournalHeader): Journal {
  return createJournal({ header, answers: [], steps: {} }, () => Promise.resolve());
}
