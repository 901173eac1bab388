import { createJournal } from "../../src/asking/journal.ts";
import type { Journal, JournalHeader } from "../../src/asking/journal.ts";

/** A journal that ends with the test. */
export function memoryJournal(header: JournalHeader): Journal {
  return createJournal({ header, answers: [], steps: {} }, () => Promise.resolve());
}
