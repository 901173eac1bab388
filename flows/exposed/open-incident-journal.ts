import type { Journal } from "../../src/prompts/journal.ts";
import type { Prompter } from "../../src/prompts/prompter.ts";
import { restoreFrom } from "../../src/prompts/restore-from.ts";
import type { ExposurePlace, ExposureRecord } from "../../src/plane/exposed/exposure.ts";
import { readRecord } from "../../src/plane/exposed/read-record.ts";
import { askNewIncident } from "./ask-new-incident.ts";

export interface IncidentJournalDeps {
  readonly openJournal: () => Promise<Journal>;
  /** Keeps the journal under another name, so that the next one to be opened is new. */
  readonly keepJournal: (openedAt: string) => Promise<unknown>;
}

/** What is to be done with the journal that is there: respond, or only show how a closed incident went. */
export type IncidentJournal =
  { readonly journal: Journal } | { readonly journal: undefined; readonly record: ExposureRecord };

/**
 * Opens the journal of the incident that is open. A new incident gets a new one, and the old one is kept beside it:
 * it is evidence.
 */
export async function openIncidentJournal(
  prompter: Prompter,
  deps: IncidentJournalDeps,
  { place, isNew }: { readonly place: ExposurePlace; readonly isNew: boolean },
): Promise<IncidentJournal> {
  const journal = await deps.openJournal();
  const record = readRecord(place, restoreFrom(journal));
  const isAnother =
    record !== undefined &&
    (isNew || (record.state === "closed" && (await askNewIncident(prompter, record))));
  if (record && isAnother) {
    await deps.keepJournal(record.incident.openedAt);
    return { journal: await deps.openJournal() };
  }
  if (record?.state === "closed") return { journal: undefined, record };
  // What is done is known by its steps; whatever is left is asked again, for things may have changed.
  if (journal.answers().length > 0) await journal.setAnswers([]);
  return { journal };
}
